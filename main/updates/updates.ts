import type { AppUpdater } from 'electron-updater';
import { errorFields, type Log } from '../logs/log.ts';

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
  const download = async (version: string): Promise<void> => {
    downloading = version;
    try {
      await updater.downloadUpdate();
      ready = { version };
      onReady(ready);
    } catch (error) {
      log.error('update not downloaded', errorFields(error));
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
        void download(result.updateInfo.version);
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
