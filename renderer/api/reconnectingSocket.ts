import { SOCKET_RECONNECT_ATTEMPTS, SOCKET_RECONNECT_MS } from '../../contract/limits.ts';
import type { LiveConnection, LiveTransport } from '../../contract/platform.ts';

export interface ReconnectingSocket {
  readonly isOpen: boolean;
  /** Failed tries since it last worked. */
  readonly failures: number;
  /** Since the last message or the opening, in milliseconds; 0 while it is not open. */
  silentMs(): number;
  /** False when it is not open: what was to be sent is sent again by `onOpen`. */
  send(text: string): boolean;
  /** A new round of tries: the page is looked at again, or the network is back. */
  wake(): void;
  /** Gives up a connection that is open and dead (half-open: no close ever comes) and connects anew at once. */
  restart(): void;
  close(): void;
}

export interface SocketHandlers {
  onOpen(): void;
  onMessage(text: string): void;
  /** After every lost connection and every failed try. */
  onDown(): void;
}

/** A connection that comes back by itself: every 3 s, up to 40 times (§9), then only when it is woken (D37). */
export function createReconnectingSocket(live: LiveTransport, { onOpen, onMessage, onDown }: SocketHandlers): ReconnectingSocket {
  let connection: LiveConnection | null = null;
  let isOpen = false;
  let isClosed = false;
  let failures = 0;
  let heardAt = 0;
  let abandon: () => void = () => undefined;
  let timer: ReturnType<typeof setTimeout> | null = null;

  const connect = (): void => {
    timer = null;
    let isOver = false;
    abandon = () => (isOver = true);
    // A connection that was replaced or closed by us may still speak: nobody listens.
    const whileCurrent = (action: () => void) => () => {
      if (!isOver && !isClosed) action();
    };
    connection = live.connect({
      onOpen: whileCurrent(() => {
        isOpen = true;
        heardAt = Date.now();
        onOpen();
      }),
      onMessage: (text) =>
        whileCurrent(() => {
          // An open alone proves nothing: a proxy may accept a socket and drop it at once, forty times and more.
          failures = 0;
          heardAt = Date.now();
          onMessage(text);
        })(),
      onClose: whileCurrent(() => {
        isOver = true;
        isOpen = false;
        connection = null;
        failures += 1;
        if (failures <= SOCKET_RECONNECT_ATTEMPTS) timer = setTimeout(connect, SOCKET_RECONNECT_MS);
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
    silentMs: () => (isOpen ? Date.now() - heardAt : 0),
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
