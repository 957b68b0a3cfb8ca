import { request as requestHttp, ServerResponse, type IncomingMessage } from 'node:http';
import { request as requestHttps } from 'node:https';
import type { Duplex } from 'node:stream';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { ErrorBody } from '../../contract/errors.ts';
import { LIVE_PATH } from '../../contract/live.ts';
import { forwarding } from './apiProxy.server.ts';
import { splitUrl } from '../../contract/paths/cleanUrl.ts';

const HANDSHAKE_TIMEOUT_MS = 10_000;
const PASSED_HEADERS = [
  'sec-websocket-key',
  'sec-websocket-version',
  'sec-websocket-protocol',
  'sec-websocket-extensions',
  'origin',
  'user-agent',
];

/**
 * Tunnels the WebSocket to the API host byte for byte. Nothing is buffered here, so a slow client slows down the API host's
 * sending, which then skips outdated messages. A proxy that reads frames would queue them.
 */
export function registerLiveTunnel(app: FastifyInstance, { apiUrl }: { apiUrl: string }): void {
  const waiting = new WeakMap<IncomingMessage, { socket: Duplex; head: Buffer }>();
  const open = new Set<Duplex>();

  app.server.on('upgrade', (raw, socket, head) => {
    socket.on('error', () => socket.destroy());
    if (splitUrl(raw.url ?? '').path !== LIVE_PATH) {
      refuse(socket, 404);
      return;
    }
    // Routed like every request, so that the client IP address follows the same rule (D40).
    waiting.set(raw, { socket, head });
    const response = new ServerResponse(raw);
    response.assignSocket(raw.socket);
    // An ordinary HTTP answer ends this connection. A live connection never gets one.
    response.once('finish', () => endWhole(socket));
    app.routing(raw, response);
  });

  app.get(LIVE_PATH, (request, reply) => {
    const client = waiting.get(request.raw);
    if (!client) {
      const body: ErrorBody = { code: 'ERR_BAD_REQUEST', message: 'This address speaks WebSocket.', requestId: request.id };
      return reply.status(426).header('upgrade', 'websocket').send(body);
    }
    reply.hijack();
    connect(request, apiUrl, client, open);
    return reply;
  });

  app.addHook('preClose', () => {
    for (const socket of open) socket.destroy();
    return Promise.resolve();
  });
}

function connect(request: FastifyRequest, apiUrl: string, client: { socket: Duplex; head: Buffer }, open: Set<Duplex>): void {
  const { socket, head } = client;
  const target = new URL(LIVE_PATH + splitUrl(request.raw.url ?? '').search, apiUrl);
  const headers = Object.fromEntries(PASSED_HEADERS.map((name) => [name, request.headers[name]]).filter(([, value]) => value));
  const upstream = (target.protocol === 'https:' ? requestHttps : requestHttp)(target, {
    headers: { ...headers, ...forwarding(request), connection: 'Upgrade', upgrade: 'websocket' },
    timeout: HANDSHAKE_TIMEOUT_MS,
  });
  open.add(socket);
  socket.once('close', () => {
    open.delete(socket);
    upstream.destroy();
  });
  upstream.once('timeout', () => upstream.destroy(new Error('The API host did not answer the WebSocket upgrade in time')));
  upstream.once('error', (error) => {
    request.log.warn({ err: error }, 'The API host refused the WebSocket connection.');
    refuse(socket, 503);
  });
  upstream.once('response', (answer) => forwardRefusal(answer, socket));
  upstream.once('upgrade', (answer, upstreamSocket, upstreamHead) => {
    upstreamSocket.setTimeout(0);
    socket.write(handshake(answer));
    if (upstreamHead.length > 0) socket.write(upstreamHead);
    if (head.length > 0) upstreamSocket.write(head);
    upstreamSocket.on('error', () => socket.destroy());
    upstreamSocket.once('close', () => socket.destroy());
    socket.once('close', () => upstreamSocket.destroy());
    upstreamSocket.pipe(socket).pipe(upstreamSocket);
  });
  upstream.end();
}

function handshake({ headers }: IncomingMessage): string {
  const forwarded = ['upgrade', 'connection', 'sec-websocket-accept', 'sec-websocket-protocol', 'sec-websocket-extensions'];
  const lines = forwarded.flatMap((name) => (headers[name] === undefined ? [] : [`${name}: ${String(headers[name])}`]));
  return ['HTTP/1.1 101 Switching Protocols', ...lines, '', ''].join('\r\n');
}

/** Headers of a refusal that concern the client. */
const REFUSAL_HEADERS = ['content-type', 'retry-after', 'x-request-id'];

/** Answers the upgrade with the API host's refusal: its status, its error and when to try again. */
function forwardRefusal(answer: IncomingMessage, socket: Duplex): void {
  if (!socket.writable) return void answer.resume();
  const { statusCode = 502, statusMessage = '', headers } = answer;
  const lines = REFUSAL_HEADERS.flatMap((name) => (headers[name] === undefined ? [] : [`${name}: ${String(headers[name])}`]));
  const head = [`HTTP/1.1 ${statusCode} ${statusMessage}`, 'connection: close', 'cache-control: no-store', ...lines, '', ''];
  socket.write(head.join('\r\n'));
  answer.on('error', () => socket.destroy());
  answer.once('end', () => endWhole(socket));
  answer.pipe(socket, { end: false });
}

function refuse(socket: Duplex, status: number): void {
  if (!socket.writable) return;
  socket.write(`HTTP/1.1 ${status} Refused\r\nconnection: close\r\ncontent-length: 0\r\n\r\n`);
  endWhole(socket);
}

/** Ends half-open connections: Node's own time limits no longer apply after the upgrade. */
function endWhole(socket: Duplex): void {
  socket.end(() => socket.destroy());
}
