import { PROBE_KEY } from '../../contract/desktop/storedKeys.ts';
import type { DesktopBridge, StartInfo } from '../../contract/ipc.ts';
import type { KeyValueStorage, Platform } from '../../contract/platform.ts';

type Stored = Pick<Platform, 'storage' | 'sessionStorage' | 'onStorageChange'>;

/**
 * Returns the storage of a window: a copy of the entries, which the main process stores and shares with the other windows. `set`
 * returns false after a change that could not be stored, so that the customer is told to save an order pass.
 */
export function createBridgedStorage({ call, on }: DesktopBridge, info: StartInfo): Stored {
  const entries = new Map(Object.entries(info.storage));
  const listeners = new Set<(key: string | null) => void>();
  let isWritable = true;
  const write = async (area: 'local' | 'session', key: string, value: string | null): Promise<void> => {
    const isStored = await call['storage.set']({ area, key, value }).catch(() => false);
    if (area === 'local') isWritable = isStored;
  };
  // Finds out whether the file can be written before it has to hold the only copy of an order's token. Removes no entry.
  void write('local', PROBE_KEY, null);
  on['storage.changed'](({ key, value }) => {
    if (value === null) entries.delete(key);
    else entries.set(key, value);
    listeners.forEach((listener) => listener(key));
  });
  const areaOf = (area: 'local' | 'session', map: Map<string, string>): KeyValueStorage => ({
    get: (key) => map.get(key) ?? null,
    set: (key, value) => {
      map.set(key, value);
      void write(area, key, value);
      return area === 'session' || isWritable;
    },
    remove: (key) => {
      if (map.delete(key)) void write(area, key, null);
    },
  });
  return {
    storage: areaOf('local', entries),
    sessionStorage: areaOf('session', new Map(Object.entries(info.sessionStorage))),
    onStorageChange: (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}
