import httpProxy from '@fastify/http-proxy';
import type { FastifyInstance, FastifyPluginAsync, FastifyRequest } from 'fastify';
import { apiRoutes } from '../../contract/api/index.ts';
import type { Route } from '../../contract/api/route.ts';
import { ApiError, type ErrorBody } from '../../contract/errors.ts';
import { CREATE_ORDER_TIMEOUT_MS } from '../../contract/limits.ts';
import { splitUrl } from '../../contract/paths/cleanUrl.ts';
import { compressedAnswer } from './compressedAnswer.server.ts';

export interface ApiProxyOptions {
  apiUrl: string;
  sandbox: boolean;
}

const BODY_LIMIT_BYTES = 64 * 1024;
const TIMEOUT_MS = 30_000;
/** Longer than the client's own time-out, so that the client reports it. */
const GRACE_MS = 5_000;
const CONNECTIONS = 256;
const AWAY = 'Our service does not answer. Try again in a minute.';

/**
 * Serves `/api/*` and `/dict/*` of the API host under the site's origin. Bodies pass unchanged, because signatures cover their
 * bytes. Incoming forwarding headers are dropped: the API host gets the client IP address from `request.ip`, which uses them
 * only if they come from a trusted proxy (D40).
 */
export const apiProxy: FastifyPluginAsync<ApiProxyOptions> = async (app, { apiUrl, sandbox }) => {
  app.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: BODY_LIMIT_BYTES }, (_request, body, done) => done(null, body));
  app.removeContentTypeParser(['application/json', 'text/plain']);
  app.setErrorHandler((error, request, reply) => {
    const body = toErrorBody(error, request.id);
    if (!(error instanceof ApiError)) request.log.warn({ err: error }, 'The call could not be forwarded to the API host.');
    void reply.status(new ApiError(body.code, '').status).header('cache-control', 'no-store').send(body);
  });
  // The proxy's URL parser removes `.`, `..` and `\\` from a path, also when encoded. The API host would receive another
  // call than the one routed here.
  app.addHook('onRequest', async ({ url }) => {
    const { path } = splitUrl(url);
    if (new URL(path, apiUrl).pathname !== path) throw new ApiError('ERR_NOT_FOUND', 'There is no such call.');
  });
  if (!sandbox) {
    app.all('/api/sandbox/*', () => {
      throw new ApiError('ERR_NOT_FOUND', 'There is no sandbox here.');
    });
  }
  const forward = async (scope: FastifyInstance, prefix: string): Promise<void> => {
    await scope.register(httpProxy, {
      upstream: apiUrl,
      prefix,
      rewritePrefix: prefix,
      disableRequestLogging: true,
      // The content type parser above: the plugin's own parser passes a stream without a size limit.
      preValidation: (_request, _reply, done) => done(),
      undici: { connections: CONNECTIONS, headersTimeout: CREATE_ORDER_TIMEOUT_MS + GRACE_MS },
      replyOptions: {
        rewriteRequestHeaders: (request, headers) => ({ ...withoutForwarding(headers), ...forwarding(request) }),
        // The API host's connection headers concern only its connection to this host.
        rewriteHeaders: withoutConnection,
        // Only the client knows whether a call may be retried.
        retryDelay: () => null,
        onError: (reply, { error }) => {
          reply.request.log.warn({ err: error }, 'The API host did not answer.');
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
  };
  for (const prefix of ['/api', '/dict']) await forward(app, prefix);
  for (const { path, bodyBytes } of Object.values<Route<never, unknown>>(apiRoutes)) {
    if (bodyBytes === undefined) continue;
    await app.register(async (scope) => {
      // Large bodies pass through without being collected here. Their length is known before: the API host closes the connection of a
      // body that is too large, which could end the call before its answer is read.
      scope.addHook('onRequest', async ({ headers }) => requireLength(headers['content-length'], bodyBytes));
      scope.removeAllContentTypeParsers();
      scope.addContentTypeParser('*', (_request, body, done) => done(null, body));
      await forward(scope, path);
    });
  }
};

/** Node reads exactly as many bytes as the header says. Throws ERR_BAD_REQUEST without it, ERR_PAYLOAD_TOO_LARGE beyond the limit. */
function requireLength(length: string | undefined, most: number): void {
  if (length === undefined) throw new ApiError('ERR_BAD_REQUEST', 'A body of this call needs a Content-Length.');
  if (Number(length) > most) throw tooLarge(most);
}

const tooLarge = (most: number): ApiError => new ApiError('ERR_PAYLOAD_TOO_LARGE', `At most ${most} bytes are accepted.`);

function timeoutOf(path: string): number {
  const route = Object.values(apiRoutes).find((candidate) => candidate.path === path);
  return Math.max(TIMEOUT_MS, (route?.timeoutMs ?? 0) + GRACE_MS);
}

/** `Expect` concerns only the client's connection. */
function withoutForwarding<Headers extends object>(headers: Headers): Headers {
  const forwarded = { ...headers };
  for (const name of Object.keys(forwarded)) {
    if (/^(?:x-forwarded-|x-real-ip$|forwarded$|via$|x-client-|expect$|true-client-ip$|cf-connecting-ip$)/.test(name))
      Reflect.deleteProperty(forwarded, name);
  }
  return forwarded;
}

function withoutConnection<Headers extends object>(headers: Headers): Headers {
  const forwarded = { ...headers };
  for (const name of ['connection', 'keep-alive']) Reflect.deleteProperty(forwarded, name);
  return forwarded;
}

/** Headers that tell the API host the client IP address and the site's host name, which it compares with Origin. */
export function forwarding(request: Pick<FastifyRequest, 'ip' | 'protocol' | 'host'>): Record<string, string> {
  return { 'x-forwarded-for': request.ip, 'x-forwarded-proto': request.protocol, 'x-forwarded-host': request.host };
}

function toErrorBody(error: unknown, requestId: string): ErrorBody {
  if (error instanceof ApiError) return { code: error.code, message: error.message, requestId };
  const status = typeof error === 'object' && error !== null && 'statusCode' in error ? error.statusCode : 500;
  if (status === 413) return toErrorBody(tooLarge(BODY_LIMIT_BYTES), requestId);
  if (typeof status === 'number' && status >= 400 && status < 500) {
    return { code: 'ERR_BAD_REQUEST', message: 'The request could not be read.', requestId };
  }
  return { code: 'ERR_SERVICE_UNAVAILABLE', message: AWAY, requestId };
}
