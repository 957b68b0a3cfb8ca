import httpProxy from '@fastify/http-proxy';
import type { FastifyPluginAsync, FastifyRequest } from 'fastify';
import { apiRoutes } from '../../contract/api/index.ts';
import { ApiError, type ErrorBody } from '../../contract/errors.ts';
import { CREATE_ORDER_TIMEOUT_MS } from '../../contract/limits.ts';
import { splitUrl } from '../pages/cleanUrl.server.ts';
import { compressedAnswer } from './compressedAnswer.server.ts';

export interface ApiProxyOptions {
  apiUrl: string;
  sandbox: boolean;
}

const BODY_LIMIT_BYTES = 64 * 1024;
const TIMEOUT_MS = 30_000;
/** The client gives up first, so that it is it that says so. */
const GRACE_MS = 5_000;
const CONNECTIONS = 256;
const AWAY = 'Our service does not answer. Try again in a minute.';

/**
 * `/api/*` and `/dict/*` of the API host under the site's own origin. Bodies pass untouched (signatures cover their
 * bytes). The API host learns the customer's address from us alone: whatever forwarding headers came in are dropped, as
 * `request.ip` already believes them only when they come from a trusted hop (D40).
 */
export const apiProxy: FastifyPluginAsync<ApiProxyOptions> = async (app, { apiUrl, sandbox }) => {
  app.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: BODY_LIMIT_BYTES }, (_request, body, done) => done(null, body));
  app.removeContentTypeParser(['application/json', 'text/plain']);
  app.setErrorHandler((error, request, reply) => {
    const body = toErrorBody(error, request.id);
    if (!(error instanceof ApiError)) request.log.warn({ err: error }, 'call not passed on');
    void reply.status(new ApiError(body.code, '').status).header('cache-control', 'no-store').send(body);
  });
  // The proxy's own URL parser takes `.`, `..` and `\\` out of a path, spelt with %2e too: what was routed here as one call
  // would reach the API host as another.
  app.addHook('onRequest', async ({ url }) => {
    const { path } = splitUrl(url);
    if (new URL(path, apiUrl).pathname !== path) throw new ApiError('ERR_NOT_FOUND', 'There is no such call.');
  });
  if (!sandbox) {
    app.all('/api/sandbox/*', () => {
      throw new ApiError('ERR_NOT_FOUND', 'There is no sandbox here.');
    });
  }
  for (const prefix of ['/api', '/dict']) {
    await app.register(httpProxy, {
      upstream: apiUrl,
      prefix,
      rewritePrefix: prefix,
      disableRequestLogging: true,
      // Ours, above: the plugin's own parser passes a stream, which no limit counts.
      preValidation: (_request, _reply, done) => done(),
      undici: { connections: CONNECTIONS, headersTimeout: CREATE_ORDER_TIMEOUT_MS + GRACE_MS },
      replyOptions: {
        rewriteRequestHeaders: (request, headers) => ({ ...withoutForwarding(headers), ...forwarding(request) }),
        // How long the API host keeps its connection to us says nothing about the customer's to us.
        rewriteHeaders: withoutConnection,
        // A call is repeated by the client that knows whether it may be, never by us.
        retryDelay: () => null,
        onError: (reply, { error }) => {
          reply.request.log.warn({ err: error }, 'the API host did not answer');
          void reply.send(new ApiError('ERR_SERVICE_UNAVAILABLE', AWAY));
        },
        onResponse: (request, reply, answer) => compressedAnswer(request, reply, answer.stream),
      },
      handler: (request, reply, destination, options) =>
        reply.from(destination, {
          ...options,
          timeout: timeoutOf(destination),
          ...(Buffer.isBuffer(request.body) && {
            body: request.body,
            contentType: request.headers['content-type'] ?? 'application/octet-stream',
          }),
        }),
    });
  }
};

function timeoutOf(path: string): number {
  const route = Object.values(apiRoutes).find((candidate) => candidate.path === path);
  return Math.max(TIMEOUT_MS, (route?.timeoutMs ?? 0) + GRACE_MS);
}

/** Nor what was expected of this connection, which the next one does not know. */
function withoutForwarding<Headers extends object>(headers: Headers): Headers {
  const kept = { ...headers };
  for (const name of Object.keys(kept)) {
    if (/^(?:x-forwarded-|x-real-ip$|forwarded$|via$|x-client-|expect$|true-client-ip$|cf-connecting-ip$)/.test(name))
      Reflect.deleteProperty(kept, name);
  }
  return kept;
}

function withoutConnection<Headers extends object>(headers: Headers): Headers {
  const kept = { ...headers };
  for (const name of ['connection', 'keep-alive']) Reflect.deleteProperty(kept, name);
  return kept;
}

/** What the API host may know of who asks, and under which name: it checks Origin against that name. */
export function forwarding(request: Pick<FastifyRequest, 'ip' | 'protocol' | 'host'>): Record<string, string> {
  return { 'x-forwarded-for': request.ip, 'x-forwarded-proto': request.protocol, 'x-forwarded-host': request.host };
}

function toErrorBody(error: unknown, requestId: string): ErrorBody {
  if (error instanceof ApiError) return { code: error.code, message: error.message, requestId };
  const status = typeof error === 'object' && error !== null && 'statusCode' in error ? error.statusCode : 500;
  if (status === 413)
    return { code: 'ERR_PAYLOAD_TOO_LARGE', message: `At most ${BODY_LIMIT_BYTES} bytes are accepted.`, requestId };
  if (typeof status === 'number' && status >= 400 && status < 500) {
    return { code: 'ERR_BAD_REQUEST', message: 'The request could not be read.', requestId };
  }
  return { code: 'ERR_SERVICE_UNAVAILABLE', message: AWAY, requestId };
}
