import { broadcast, type IpcHandlers } from '../ipc.ts';
import type { Windows } from './windows.ts';
import type { Storage } from '../storage/storage.ts';

/** Returns the handler of changes to the storage, which tells the other windows. */
export function storageHandlers({ storage, windows }: { storage: Storage; windows: Windows }): Pick<IpcHandlers, 'storage.set'> {
  return {
    'storage.set': ({ area, key, value }, sender) => {
      if (area === 'session') {
        windows.store(sender, key, value);
        return true;
      }
      const isStored = storage.set(key, value);
      broadcast('storage.changed', { key, value }, sender);
      return isStored;
    },
  };
}
