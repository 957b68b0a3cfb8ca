import { globalShortcut } from 'electron';
import { GLOBAL_SHORTCUT_KEY } from '../../contract/desktop/globalShortcut.ts';
import type { IpcHandlers } from '../ipc.ts';
import type { Storage } from '../storage/storage.ts';

interface Dependencies {
  storage: Pick<Storage, 'get' | 'set'>;
  /** Opens a new exchange. */
  action: () => void;
}

/**
 * Registers the shortcut that works in all programs, if the customer has chosen one. The menu keeps its own: on Wayland the system asks
 * the customer later, and may refuse.
 */
export function createGlobalShortcut({ storage, action }: Dependencies): Pick<IpcHandlers, 'app.setShortcut'> {
  let current: string | null = null;
  const use = (shortcut: string | null): boolean => {
    if (current !== null) globalShortcut.unregister(current);
    current = null;
    if (shortcut === null) return true;
    try {
      if (globalShortcut.register(shortcut, action)) current = shortcut;
    } catch {
      // Not a shortcut that this system knows.
    }
    return current !== null;
  };
  use(storage.get(GLOBAL_SHORTCUT_KEY));
  return {
    'app.setShortcut': ({ shortcut }) => {
      const previous = current;
      if (!use(shortcut)) {
        use(previous);
        return false;
      }
      storage.set(GLOBAL_SHORTCUT_KEY, shortcut);
      return true;
    },
  };
}
