import { LIVE_PATH } from '../../contract/live.ts';
import type { LiveTransport } from '../../contract/platform.ts';

/** The browser's WebSocket to the host that the page came from. */
export function createLiveTransport(): LiveTransport {
  return {
    connect: ({ onOpen, onMessage, onClose }) => {
      const socket = new WebSocket(`${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}${LIVE_PATH}`);
      socket.addEventListener('open', onOpen);
      socket.addEventListener('message', ({ data }) => {
        if (typeof data === 'string') onMessage(data);
      });
      // An error is always followed by a close.
      socket.addEventListener('close', onClose);
      return {
        send: (text) => socket.send(text),
        close: () => {
          // Closed while it connects it would be an error in the customer's console, though nothing is wrong.
          if (socket.readyState === WebSocket.CONNECTING) socket.addEventListener('open', () => socket.close());
          else socket.close();
        },
      };
    },
  };
}
