import { createServer } from 'node:http';
import { WebSocketServer, type WebSocket } from 'ws';
import { sampleQuote } from '../../tests/support/samples/sampleQuote.ts';
import { serve } from '../serve.ts';

/**
 * A separate process: a host that answers every call with a quote. `GET /send?count=1000` sends so many rates over the live
 * connections, to their subscriptions in turn.
 */
const quote = JSON.stringify(sampleQuote());
const before = `{"channel":"pairs","event":"pairs.rates","data":${quote},"subscriptionId":"`;
/** Waits before sending to a socket with more bytes than this in its buffer. */
const MOST_BUFFERED = 1_000_000;
const subscriptions = new Map<WebSocket, string[]>();

const server = createServer((request, response) => {
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost');
  if (pathname === '/send') void sendRates(Number(searchParams.get('count'))).then(() => response.end());
  else response.setHeader('content-type', 'application/json').end(quote);
});
const sockets = new WebSocketServer({ server, perMessageDeflate: false });
sockets.on('connection', (socket) => {
  const ids: string[] = [];
  subscriptions.set(socket, ids);
  socket.once('close', () => subscriptions.delete(socket));
  socket.on('message', (data: Buffer) => {
    const { event, data: asked } = JSON.parse(data.toString()) as { event: string; data: { subscriptionId: string } };
    if (event === 'pairs.rates') ids.push(asked.subscriptionId);
  });
});

async function sendRates(count: number): Promise<void> {
  for (const [socket, ids] of subscriptions) {
    for (let sent = 0; sent < count; sent += 1) {
      if (socket.bufferedAmount > MOST_BUFFERED) await new Promise((resolve) => setImmediate(resolve));
      socket.send(`${before}${ids[sent % ids.length]}"}`);
    }
  }
}

serve(server);
