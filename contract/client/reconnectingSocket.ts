import { SOCKET_RECONNECT_ATTEMPTS, SOCKET_RECONNECT_MS } from '../limits.ts';
import type { LiveConnection, LiveTransport } from '../platform.ts';

export interface ReconnectingSocket {
  readonly isOpen: boolean;
  /** Failed attempts since the last working connection. */
  readonly failures: number;
  /** Time since the last message or the opening, in ms; 0 while not open. */
  silentMs(): number;
  /** Sends a message. Returns false while not open: `onOpen` then has to send it again. */
  send(text: string): boolean;
  /** Starts new attempts, because the page is visible again or the network is back. */
  wake(): void;
  /** Replaces a half-open connection, which never reports a close, and reconnects immediately. */
  restart(): void;
  close(): void;
}

export interface SocketHandlers {
  onOpen(): void;
  onMessage(text: string): void;
  /** Called after every lost connection and failed attempt. */
  onDown(): void;
  /** While true, as in a hidden page, a lost connection waits for `wake`. Default: never. */
  isPaused?(): boolean;
}

/** The customers of a host that restarts don't all come back in the same second: 3 s on average. */
const reconnectDelayMs = (): number => SOCKET_RECONNECT_MS * (0.5 + Math.random());

/** Opens a socket that reconnects every 3 s, up to 40 times (§9), then only after `wake` (D37). */
export function createReconnectingSocket(
  live: LiveTransport,
  { onOpen, onMessage, onDown, isPaused = () => false }: SocketHandlers,
): ReconnectingSocket {
  let connection: LiveConnection | null = null;
  let isOpen = false;
  let isClosed = false;
  let failures = 0;
  let lastMessageAt = 0;
  let abandon: () => void = () => undefined;
  let timer: ReturnType<typeof setTimeout> | null = null;

  const retry = (): void => {
    timer = null;
    if (!isPaused()) connect();
  };
  const connect = (): void => {
    timer = null;
    let isOver = false;
    abandon = () => (isOver = true);
    // Ignores late events of a replaced or closed connection.
    const whileCurrent = (action: () => void) => () => {
      if (!isOver && !isClosed) action();
    };
    connection = live.connect({
      onOpen: whileCurrent(() => {
        isOpen = true;
        lastMessageAt = Date.now();
        onOpen();
      }),
      onMessage: (text) =>
        whileCurrent(() => {
          // An open event is no proof: a proxy may accept a socket and drop it immediately, on every attempt.
          failures = 0;
          lastMessageAt = Date.now();
          onMessage(text);
        })(),
      onClose: whileCurrent(() => {
        isOver = true;
        isOpen = false;
        connection = null;
        failures += 1;
        if (failures <= SOCKET_RECONNECT_ATTEMPTS) timer = setTimeout(retry, reconnectDelayMs());
        onDown();
      }),
    });
  };

  connect();
  return {
    get isOpen() {
      return isOpen;
    },
    get failures() {
      return failures;
    },
    silentMs: () => (isOpen ? Date.now() - lastMessageAt : 0),
    send: (text) => {
      if (isOpen) connection?.send(text);
      return isOpen;
    },
    wake: () => {
      if (isOpen || isClosed || (connection && !timer)) return;
      if (timer) clearTimeout(timer);
      failures = 0;
      connect();
    },
    restart: () => {
      if (!isOpen || isClosed) return;
      abandon();
      isOpen = false;
      connection?.close();
      onDown();
      connect();
    },
    close: () => {
      isClosed = true;
      isOpen = false;
      if (timer) clearTimeout(timer);
      connection?.close();
    },
  };
}
