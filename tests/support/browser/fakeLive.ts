import type { LiveTransport } from '../../../contract/platform.ts';

interface FakeSocket {
  sent: Record<string, unknown>[];
  isClosed: boolean;
  /** What happens on the other side. */
  open(): void;
  say(message: unknown): void;
  drop(): void;
}

/** Live connections by hand: each connect is a socket that the test opens, speaks through and drops. */
export function createFakeLive(): { live: LiveTransport; sockets: FakeSocket[]; latest(): FakeSocket } {
  const sockets: FakeSocket[] = [];
  const live: LiveTransport = {
    connect: ({ onOpen, onMessage, onClose }) => {
      let hasEnded = false;
      const end = (): void => {
        if (hasEnded) return;
        hasEnded = true;
        onClose();
      };
      const socket: FakeSocket = {
        sent: [],
        isClosed: false,
        open: onOpen,
        say: (message) => onMessage(typeof message === 'string' ? message : JSON.stringify(message)),
        drop: end,
      };
      sockets.push(socket);
      return {
        send: (text) => void socket.sent.push(JSON.parse(text) as Record<string, unknown>),
        close: () => {
          socket.isClosed = true;
          queueMicrotask(end);
        },
      };
    },
  };
  return {
    live,
    sockets,
    latest: () => {
      const socket = sockets.at(-1);
      if (!socket) throw new Error('Nothing connected yet');
      return socket;
    },
  };
}
