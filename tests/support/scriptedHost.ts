import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { WebSocketServer, type WebSocket } from 'ws';
import type { CallName } from '../../contract/api/index.ts';
import { IDEMPOTENCY_KEY_HEADER, ORDER_TOKEN_HEADER } from '../../contract/api/orders.ts';
import { SESSION_KIND_HEADER } from '../../contract/api/users.ts';
import { ERROR_STATUS, type ErrorBody } from '../../contract/errors.ts';
import { LIVE_PATH } from '../../contract/live.ts';
import type { HostUnderTest, LivePeer, ReceivedCall, Reply } from '../conformance/platformUnderTest.ts';
import { callOf, serveLocally } from './serveLocally.ts';

const EXPIRED: ErrorBody = { code: 'ERR_IM_A_TEAPOT', message: 'The access token has expired.', requestId: 'r-418' };
const UNKNOWN: ErrorBody = { code: 'ERR_NOT_FOUND', message: 'The test has no answer to this call.', requestId: '' };
const REFRESHED = { tokens: { accessToken: 'a'.repeat(43), refreshToken: 'b'.repeat(43) } };

/**
 * Starts a host on this computer that answers calls and live connections as a test says. `pageOrigin` names another origin whose
 * pages may call it.
 */
export async function startScriptedHost({ pageOrigin }: { pageOrigin?: string } = {}): Promise<
  HostUnderTest & { url: string; close(): Promise<void> }
> {
  const replies = new Map<CallName, Reply>([['users.refresh', { output: REFRESHED }]]);
  const calls: ReceivedCall[] = [];
  let hasExpired = false;

  const answer = (request: IncomingMessage, response: ServerResponse): void => {
    if (pageOrigin) {
      response.setHeader('access-control-allow-origin', pageOrigin);
      response.setHeader('access-control-allow-credentials', 'true');
      response.setHeader(
        'access-control-allow-headers',
        ['content-type', 'authorization', SESSION_KIND_HEADER, ORDER_TOKEN_HEADER, IDEMPOTENCY_KEY_HEADER].join(),
      );
    }
    if (request.method === 'OPTIONS') return void response.end();
    const name = callOf(request);
    if (!name) return void response.writeHead(404).end();
    const reply: Reply = hasExpired && name !== 'users.refresh' ? { error: EXPIRED } : (replies.get(name) ?? { error: UNKNOWN });
    if (name === 'users.refresh') hasExpired = false;
    else
      calls.push({
        name,
        orderToken: header(request, ORDER_TOKEN_HEADER),
        idempotencyKey: header(request, IDEMPOTENCY_KEY_HEADER),
      });
    if (reply === 'lost') return;
    const status = typeof reply === 'object' && 'error' in reply ? ERROR_STATUS[reply.error.code] : 200;
    response.writeHead(status, { 'content-type': 'application/json' });
    if (reply === 'garbage') response.end('<html>');
    else response.end(JSON.stringify('error' in reply ? reply.error : reply.output));
  };

  const { server, url, close } = await serveLocally(answer);
  const sockets = new WebSocketServer({ server, path: LIVE_PATH });
  return {
    url,
    reply: (name, reply) => void replies.set(name, reply),
    calls,
    expireToken: () => (hasExpired = true),
    accept: async () => peerOf(((await once(sockets, 'connection')) as [WebSocket])[0]),
    close,
  };
}

function header({ headers }: IncomingMessage, name: string): string | null {
  const value = headers[name];
  return typeof value === 'string' ? value : null;
}

function peerOf(socket: WebSocket): LivePeer {
  const received: unknown[] = [];
  const waiting: ((message: unknown) => void)[] = [];
  socket.on('message', (data: Buffer) => {
    const message = JSON.parse(data.toString()) as unknown;
    const next = waiting.shift();
    if (next) next(message);
    else received.push(message);
  });
  return {
    receive: () => (received.length > 0 ? Promise.resolve(received.shift()) : new Promise((resolve) => waiting.push(resolve))),
    send: (message) => socket.send(JSON.stringify(message)),
    closed: new Promise((resolve) => socket.once('close', () => resolve())),
    drop: () => socket.terminate(),
  };
}
