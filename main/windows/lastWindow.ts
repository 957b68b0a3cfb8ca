import { KEEP_RUNNING_KEY } from '../../contract/desktop/keepRunning.ts';
import type { Storage } from '../storage/storage.ts';

/** Set once the customer was told that the app keeps running. */
const TOLD_KEY = 'desktop-keep-running-told';

interface Dependencies {
  storage: Pick<Storage, 'get' | 'set'>;
  platform: NodeJS.Platform;
  /** Tells the customer that the app keeps running. Returns false if the system shows no notifications. */
  tell: () => boolean;
  quit: () => void;
}

/**
 * Returns what to do when the last window has closed. The app keeps running for alerts and orders, and says so the first time,
 * because not every Linux desktop shows its icon. On macOS the Dock shows it. The app quits if the customer prefers that, or if the
 * system shows no notifications, so that no alert could be seen.
 */
export function afterLastWindow({ storage, platform, tell, quit }: Dependencies): () => void {
  return () => {
    if (storage.get(KEEP_RUNNING_KEY) === 'off') return quit();
    if (platform === 'darwin' || storage.get(TOLD_KEY) !== null) return;
    if (tell()) storage.set(TOLD_KEY, 'yes');
    else quit();
  };
}
