import { createServer } from 'node:http';
import { json } from 'node:stream/consumers';
import { WebSocketServer, type WebSocket } from 'ws';
import { QUOTE_VALID_MS, SOCKET_UPDATES_PER_SECOND } from '../../contract/limits.ts';
import { serve } from '../serve.ts';

/**
 * A separate process: bare `ws`. Reads messages from standard input and sends one of them to each client, as often as our host sends
 * rates, with the current time in it.
 */
const messages = (await json(process.stdin)) as string[];
/** The text before and after the 24 characters of `validUntil` */
const parts = messages.map((message) => {
  const start = message.indexOf('"validUntil":"') + '"validUntil":"'.length;
  return [message.slice(0, start), message.slice(start + '2026-11-20T14:02:11.000Z'.length)] as const;
});
const clients = parts.map(() => new Set<WebSocket>());
let next = 0;

const server = createServer();
const sockets = new WebSocketServer({ server, perMessageDeflate: false });
sockets.on('connection', (socket) => {
  socket.once('message', () => {
    const mine = clients[next % clients.length];
    next += 1;
    mine?.add(socket);
    socket.once('close', () => mine?.delete(socket));
  });
});
setInterval(() => {
  const validUntil = new Date(Date.now() + QUOTE_VALID_MS).toISOString();
  for (const [index, [before, after]] of parts.entries()) {
    const message = before + validUntil + after;
    for (const socket of clients[index] ?? []) socket.send(message);
  }
}, 1_000 / SOCKET_UPDATES_PER_SECOND);
serve(server);
