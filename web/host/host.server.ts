import type { IncomingMessage, ServerResponse } from 'node:http';
import { randomUUID } from 'node:crypto';
import cookie from '@fastify/cookie';
import Fastify, { LogController, type FastifyBaseLogger, type FastifyInstance } from 'fastify';
import {
  brokenRequestResponse,
  CONNECTION_LIMITS,
  connectionOptions,
  createOpenResponses,
  refuseHeaders,
} from '../../contract/connections.ts';
import { ApiError, retryAfterSeconds, type ErrorBody } from '../../contract/errors.ts';
import { cleanForwarded } from '../../contract/clientGroup.ts';
import { LIVE_PATH } from '../../contract/live.ts';
import { splitLocale } from '../../contract/paths/locales.ts';
import { messengerPath, sitePath } from '../../contract/paths/messengerPath.ts';
import { createApiClient } from '../http/apiClient.server.ts';
import { apiProxy } from './apiProxy.server.ts';
import { isBot } from '../http/bots.server.ts';
import { registerBrandFiles } from './brandFiles.server.ts';
import { registerBuilds } from './builds.server.ts';
import { cleanUrl, decodableUrl, splitUrl } from '../../contract/paths/cleanUrl.ts';
import { errorPage } from '../pages/errorPage.server.ts';
import type { WebHostOptions } from './hostOptions.server.ts';
import { registerLiveTunnel } from './liveTunnel.server.ts';
import { registerMessages } from '../pages/messages.server.ts';
import { PAYLOAD, registerPages } from '../pages/pages.server.ts';
import { themeOf } from '../pages/themeOf.server.ts';
import { isPrivatePath, pathPattern } from '../pages/pagePattern.server.ts';
import { frameAncestors } from '../http/frameAncestors.server.ts';
import { commonHeaders, createNonce, pageHeaders, privateHeaders } from '../http/securityHeaders.server.ts';
import { registerFeeds } from '../seo/feed.server.ts';
import { registerSitemap } from '../seo/sitemap.server.ts';
import { createSharedPages } from '../pages/sharedPages.server.ts';
import { siteOrigin } from '../http/siteOrigin.server.ts';
import { registerStaticFiles } from './staticFiles.server.ts';

const NOT_A_PAGE = /^\/(?:api|dict)(?:\/|$)/;

/** Builds the web host without listening, so that tests can inject requests into it. */
export async function createWebHost(options: WebHostOptions): Promise<FastifyInstance> {
  const { apiUrl, log, trustedProxies, publicOrigin, sandbox, connections = CONNECTION_LIMITS, now = Date.now } = options;
  const loggerInstance: FastifyBaseLogger = log;
  const originOf = siteOrigin(publicOrigin);
  const openResponses = createOpenResponses();
  const app = Fastify({
    loggerInstance,
    trustProxy: trustedProxies.length > 0 ? [...trustedProxies] : false,
    ...connectionOptions(connections, LIVE_PATH),
    clientErrorHandler: ({ code }, socket) => {
      if (socket.writable && !openResponses.isAnswering(socket)) socket.write(brokenRequestResponse(code, randomUUID()));
      socket.destroySoon();
    },
    genReqId: () => randomUUID(),
    logController: new LogController({ disableRequestLogging: true }),
    // A closing host still answers open connections.
    return503OnClosing: false,
    rewriteUrl: ({ url = '/' }) => decodableUrl(url),
  });
  let isWarned = false;
  // Before all other hooks: they read the client's address.
  app.addHook('onRequest', ({ raw }, _reply, done) => {
    if (!cleanForwarded(raw.headers) && trustedProxies.length > 0 && !isWarned) {
      isWarned = true;
      log.warn('a proxy names a client by what is no IP address: the proxy counts as the client');
    }
    done();
  });
  await app.register(cookie);

  app.server.maxConnections = connections.connections;
  app.server.on('checkExpectation', app.routing);
  for (const event of ['request', 'checkExpectation']) {
    app.server.on(event, ({ socket }: IncomingMessage, response: ServerResponse) => openResponses.add(socket, response));
  }
  app.addHook('preClose', async () => {
    setTimeout(() => app.server.closeAllConnections(), connections.closingMs).unref();
  });
  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id);
    const refusal = refuseHeaders(request.raw.rawHeaders, connections);
    if (refusal) {
      const { status, code, message } = refusal;
      const body: ErrorBody = { code, message, requestId: request.id };
      return reply.status(status).header('cache-control', 'no-store').header('connection', 'close').send(body);
    }
    const { path, search } = splitUrl(request.url);
    if (NOT_A_PAGE.test(path)) return undefined;
    reply.headers(commonHeaders(originOf(request)));
    const clean = cleanUrl(request.url);
    // Set first, because redirects and errors of a private page are private too.
    if (isPrivatePath(clean.path)) reply.headers(privateHeaders);
    if (clean.path === path && clean.search === search) return undefined;
    if (request.method !== 'GET' && request.method !== 'HEAD') return undefined;
    return reply.redirect(clean.path + clean.search, 301);
  });
  app.addHook('onResponse', async (request, reply) => {
    const route = pathPattern(splitUrl(request.url).path);
    request.log.info({ method: request.method, route, status: reply.statusCode, ms: Math.round(reply.elapsedTime) }, 'request');
  });
  app.setNotFoundHandler((request, reply) => {
    const { path } = cleanUrl(request.url);
    void reply.status(404).header('cache-control', 'no-store').type('text/plain; charset=utf-8').send(`Page Not Found: ${path}`);
  });
  app.setErrorHandler((error, request, reply) => {
    const status = statusOf(error);
    if (status >= 500) request.log.error({ err: error }, 'A page could not be rendered.');
    const seconds = retryAfterSeconds(error);
    if (seconds !== null) reply.header('retry-after', seconds);
    const { path } = splitUrl(request.url);
    if (path.endsWith(PAYLOAD))
      return reply.status(status).header('cache-control', 'no-store').send(errorBody(error, request.id));
    if (isBot(request.headers['user-agent']))
      return reply.status(status).type('text/plain; charset=utf-8').send(`Status ${status}`);
    const nonce = createNonce();
    const { locale } = splitLocale(sitePath(path));
    return reply
      .status(status)
      .removeHeader('content-encoding')
      .headers(
        pageHeaders({
          nonce,
          origin: originOf(request),
          framedBy: frameAncestors(path, options.messengerOrigins),
          isPrivate: isPrivatePath(cleanUrl(path).path),
        }),
      )
      .header('cache-control', 'private, no-store')
      .type('text/html; charset=utf-8')
      .send(
        errorPage({
          brand: options.brand,
          status,
          nonce,
          locale,
          texts: options.hostTexts[locale],
          theme: messengerPath(path) === null ? themeOf(request) : null,
          requestId: request.id,
        }),
      );
  });

  const api = createApiClient(apiUrl, now);
  app.get('/healthz', (_request, reply) => reply.header('cache-control', 'no-store').send({ status: 'OK' }));
  registerLiveTunnel(app, { apiUrl });
  await app.register(apiProxy, { apiUrl, sandbox });
  await registerStaticFiles(app, options.clientDirectory);
  registerBrandFiles(app, { brand: options.brand, originOf, now });
  registerBuilds(app, options.build);
  registerMessages(app, options);
  registerFeeds(app, { api, brand: options.brand, originOf });
  registerSitemap(app, { api, brand: options.brand, originOf });
  const render = { ...options.render, render: createSharedPages(options.render.render, now) };
  registerPages(app, { ...options, render, api, originOf, now });
  return app;
}

/** Returns the answer to a failed request for a page's data. Only an error of the catalogue contains more than the request id. */
function errorBody(error: unknown, requestId: string): ErrorBody {
  if (!(error instanceof ApiError))
    return {
      code: 'ERR_INTERNAL_SERVER_ERROR',
      message: 'Something failed on our side. Quote the request id to support.',
      requestId,
    };
  const { code, message, details } = error;
  return { code, message, ...(details && { details }), requestId };
}

/** Returns the status of an error; 500 for an error without one. */
function statusOf(error: unknown): number {
  for (const key of ['status', 'statusCode']) {
    const status: unknown = typeof error === 'object' && error !== null ? Reflect.get(error, key) : undefined;
    if (typeof status === 'number' && status >= 400 && status < 600) return status;
  }
  return 500;
}
