import type { WebContents } from 'electron';
import type { LiveEvent } from '../../contract/ipc.ts';
import type { LiveConnection, LiveTransport } from '../../contract/platform.ts';
import type { IpcHandlers } from '../ipc.ts';

interface Dependencies {
  live: LiveTransport;
  send: (window: WebContents, event: LiveEvent) => void;
}

/** Returns the handlers of the windows' live connections. A window that closes, crashes or loads again leaves none behind. */
export function liveHandlers({ live, send }: Dependencies): Pick<IpcHandlers, 'live.open' | 'live.send' | 'live.close'> {
  const windows = new Map<WebContents, Map<number, LiveConnection>>();

  const connectionsOf = (window: WebContents): Map<number, LiveConnection> => {
    const known = windows.get(window);
    if (known) return known;
    const connections = new Map<number, LiveConnection>();
    const closeAll = (): void => {
      for (const connection of connections.values()) connection.close();
      connections.clear();
    };
    windows.set(window, connections);
    window.on('did-navigate', closeAll);
    window.on('render-process-gone', closeAll);
    window.once('destroyed', () => {
      closeAll();
      windows.delete(window);
    });
    return connections;
  };

  return {
    'live.open': ({ connection }, window) => {
      const connections = connectionsOf(window);
      if (connections.has(connection)) throw new Error('This connection is open already.');
      let opened: LiveConnection | null = null;
      const isOpen = (): boolean => opened === null || connections.get(connection) === opened;
      opened = live.connect({
        onOpen: () => isOpen() && send(window, { connection, kind: 'open' }),
        onMessage: (text) => isOpen() && send(window, { connection, kind: 'message', text }),
        onClose: () => {
          if (!isOpen()) return;
          connections.delete(connection);
          send(window, { connection, kind: 'closed' });
        },
      });
      connections.set(connection, opened);
    },
    'live.send': ({ connection, text }, window) => windows.get(window)?.get(connection)?.send(text),
    'live.close': ({ connection }, window) => {
      const opened = windows.get(window)?.get(connection);
      windows.get(window)?.delete(connection);
      opened?.close();
    },
  };
}
