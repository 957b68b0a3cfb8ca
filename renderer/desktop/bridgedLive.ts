import type { DesktopBridge } from '../../contract/ipc.ts';
import type { LiveTransport } from '../../contract/platform.ts';

/** Returns the live connections of a window. The main process carries all of them over one socket. */
export function createBridgedLive({ call, on }: DesktopBridge): LiveTransport {
  const open = new Map<number, Parameters<LiveTransport['connect']>[0]>();
  let last = 0;
  on['live.event']((event) => {
    const handlers = open.get(event.connection);
    if (event.kind === 'open') handlers?.onOpen();
    if (event.kind === 'message') handlers?.onMessage(event.text);
    if (event.kind === 'closed' && open.delete(event.connection)) handlers?.onClose();
  });
  return {
    connect: (handlers) => {
      last += 1;
      const connection = last;
      open.set(connection, handlers);
      void call['live.open']({ connection });
      return {
        send: (text) => void call['live.send']({ connection, text }),
        close: () => {
          if (!open.delete(connection)) return;
          void call['live.close']({ connection });
          // As a socket does: after the call that closed it.
          queueMicrotask(handlers.onClose);
        },
      };
    },
  };
}
