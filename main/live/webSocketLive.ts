import { WebSocket, type RawData } from 'ws';
import type { LiveTransport } from '../../contract/platform.ts';

/** Longer than any message of a host. A larger one ends the connection. */
const MAX_MESSAGE_BYTES = 1_000_000;
const HANDSHAKE_MS = 10_000;
/** A connection without traffic is asked for a sign of life after this time in ms, and is dead after twice this time. */
const QUIET_MS = 10_000;

/** Creates live connections over `ws`. `url` is "wss://exchange.example.org/api/v2/ws". */
export function createWebSocketLive(url: string, quietMs = QUIET_MS): LiveTransport {
  return {
    connect: ({ onOpen, onMessage, onClose }) => {
      const socket = new WebSocket(url, {
        handshakeTimeout: HANDSHAKE_MS,
        maxPayload: MAX_MESSAGE_BYTES,
        perMessageDeflate: false,
        followRedirects: false,
      });
      let isAlive = true;
      // A connection that a sleeping computer or a lost network cut never reports its end.
      const timer = setInterval(() => {
        if (!isAlive) return socket.terminate();
        isAlive = false;
        if (socket.readyState === WebSocket.OPEN) socket.ping();
      }, quietMs);
      socket.on('open', () => {
        isAlive = true;
        onOpen();
      });
      socket.on('pong', () => (isAlive = true));
      socket.on('message', (data: RawData) => {
        isAlive = true;
        onMessage(Buffer.isBuffer(data) ? data.toString('utf8') : '');
      });
      // `close` follows every error.
      socket.on('error', () => undefined);
      socket.on('close', () => {
        clearInterval(timer);
        onClose();
      });
      return {
        send: (text) => {
          if (socket.readyState === WebSocket.OPEN) socket.send(text);
        },
        close: () => (socket.readyState === WebSocket.CONNECTING ? socket.terminate() : socket.close()),
      };
    },
  };
}
