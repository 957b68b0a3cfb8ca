import { request as requestHttp, ServerResponse, type IncomingMessage } from 'node:http';
import { request as requestHttps } from 'node:https';
import type { Duplex } from 'node:stream';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { ErrorBody } from '../../contract/errors.ts';
import { LIVE_PATH } from '../../contract/live.ts';
import { forwarding } from './apiProxy.server.ts';
import { splitUrl } from '../pages/cleanUrl.server.ts';

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
 * Passes the live connection to the API host, byte for byte. Nothing is read or kept here, so a slow customer slows the
 * API host's own sending down, which then leaves out what is old; a proxy that read frames would pile them up instead.
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
    // Through the router like every request, so that the customer's address is found by the one rule (D40).
    waiting.set(raw, { socket, head });
    const response = new ServerResponse(raw);
    response.assignSocket(raw.socket);
    // Answered in the ordinary way: nothing more can be said on this connection. A live one never finishes.
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
  upstream.once('timeout', () => upstream.destroy(new Error('the live connection was not answered in time')));
  upstream.once('error', (error) => {
    request.log.warn({ err: error }, 'the API host did not take the live connection');
    refuse(socket, 503);
  });
  upstream.once('response', (answer) => {
    answer.resume();
    refuse(socket, answer.statusCode ?? 502);
  });
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
  const kept = ['upgrade', 'connection', 'sec-websocket-accept', 'sec-websocket-protocol', 'sec-websocket-extensions'];
  const lines = kept.flatMap((name) => (headers[name] === undefined ? [] : [`${name}: ${String(headers[name])}`]));
  return ['HTTP/1.1 101 Switching Protocols', ...lines, '', ''].join('\r\n');
}

function refuse(socket: Duplex, status: number): void {
  if (!socket.writable) return;
  socket.write(`HTTP/1.1 ${status} Refused\r\nconnection: close\r\ncontent-length: 0\r\n\r\n`);
  endWhole(socket);
}

/** Node's own time limits end with the upgrade: a client that keeps its half open would keep the connection for ever. */
function endWhole(socket: Duplex): void {
  socket.end(() => socket.destroy());
}
