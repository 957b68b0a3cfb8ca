import { CancellationToken, type AppUpdater } from 'electron-updater';
import { withTimeout } from '../../contract/withTimeout.ts';
import { errorFields, type Log } from '../logs/log.ts';

/** How long a download may take, in ms. Electron's network stack has no timeout, and a download that hangs would block all others. */
export const DOWNLOAD_MS = 60 * 60_000;

/** Looks for updates, downloads them, and installs one when the customer wants it. */
export interface Updates {
  /** The update that was downloaded and verified */
  ready(): { version: string } | null;
  /** Looks for an update and downloads it. `failed`: no answer, or one that is not signed by us. */
  check(): Promise<'none' | 'downloading' | 'ready' | 'failed'>;
  /** Restarts into the update. Without a ready one it does nothing. */
  apply(): void;
}

export interface UpdatesOptions {
  updater: Pick<AppUpdater, 'checkForUpdates' | 'downloadUpdate' | 'quitAndInstall'>;
  log: Log;
  onReady: (update: { version: string }) => void;
  /** Called before the windows are closed. */
  onRestart: () => void;
}

export function createUpdates({ updater, log, onReady, onRestart }: UpdatesOptions): Updates {
  let ready: { version: string } | null = null;
  let downloading: string | null = null;
  const startDownload = async (version: string): Promise<void> => {
    downloading = version;
    const cancellation = new CancellationToken();
    const download = updater.downloadUpdate(cancellation);
    try {
      await withTimeout(download, DOWNLOAD_MS);
      ready = { version };
      onReady(ready);
    } catch (error) {
      log.error('update not downloaded', errorFields(error));
      cancellation.cancel();
      // Until it has ended, the updater would return it for the next download.
      await download.catch(() => undefined);
    } finally {
      downloading = null;
    }
  };
  return {
    ready: () => ready,
    check: async () => {
      if (ready) return 'ready';
      if (downloading !== null) return 'downloading';
      try {
        const result = await updater.checkForUpdates();
        if (!result?.isUpdateAvailable) return 'none';
        log.info('update found', { version: result.updateInfo.version });
        void startDownload(result.updateInfo.version);
        return 'downloading';
      } catch (error) {
        log.error('no update feed', errorFields(error));
        return 'failed';
      }
    },
    apply: () => {
      if (!ready) return;
      onRestart();
      updater.quitAndInstall(false, true);
    },
  };
}
