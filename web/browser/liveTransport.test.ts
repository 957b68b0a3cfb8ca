import { afterEach, expect, test, vi } from 'vitest';
import { createLiveTransport } from './liveTransport.ts';

afterEach(() => vi.unstubAllGlobals());

/** A socket that connects on command and records its state at the time of closing. */
function connect() {
  const closedAt: string[] = [];
  const sockets: FakeSocket[] = [];
  class FakeSocket extends EventTarget {
    static readonly CONNECTING = 0;
    readyState = FakeSocket.CONNECTING;
    readonly url: string;
    constructor(url: string) {
      super();
      this.url = url;
      sockets.push(this);
    }
    open() {
      this.readyState = 1;
      this.dispatchEvent(new Event('open'));
    }
    close() {
      closedAt.push(this.readyState === FakeSocket.CONNECTING ? 'connecting' : 'open');
    }
  }
  vi.stubGlobal('WebSocket', FakeSocket);
  vi.stubGlobal('location', { protocol: 'https:', host: 'causeway.example' });
  const ignore = () => undefined;
  const connection = createLiveTransport().connect({ onOpen: ignore, onMessage: ignore, onClose: ignore });
  const [socket] = sockets;
  if (!socket) return expect.fail('no socket was created');
  return { connection, socket, closedAt };
}

test('closes an open socket at once', () => {
  const { connection, socket, closedAt } = connect();
  expect(socket.url).toBe('wss://causeway.example/api/v2/ws');
  socket.open();
  connection.close();
  expect(closedAt).toEqual(['open']);
});

test('closes a connecting socket once it is open, because the browser reports an earlier close as an error', () => {
  const { connection, socket, closedAt } = connect();
  connection.close();
  expect(closedAt).toEqual([]);
  socket.open();
  expect(closedAt).toEqual(['open']);
});
