import { LIVE_PATH } from '../../contract/live.ts';
import type { LiveTransport } from '../../contract/platform.ts';

/** The browser's WebSocket connection to the host of the page. */
export function createLiveTransport(): LiveTransport {
  return {
    connect: ({ onOpen, onMessage, onClose }) => {
      const socket = new WebSocket(`${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}${LIVE_PATH}`);
      socket.addEventListener('open', onOpen);
      socket.addEventListener('message', ({ data }) => {
        if (typeof data === 'string') onMessage(data);
      });
      // A close event follows every error event.
      socket.addEventListener('close', onClose);
      return {
        send: (text) => socket.send(text),
        close: () => {
          // Closing a connecting socket would log an error in the browser's console.
          if (socket.readyState === WebSocket.CONNECTING) socket.addEventListener('open', () => socket.close());
          else socket.close();
        },
      };
    },
  };
}
