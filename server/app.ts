import type { IncomingMessage, ServerResponse } from 'node:http';
import { randomUUID } from 'node:crypto';
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import Fastify, { LogController, type FastifyBaseLogger, type FastifyInstance } from 'fastify';
import {
  brokenRequestResponse,
  CONNECTION_LIMITS,
  connectionOptions,
  createOpenResponses,
  refuseHeaders,
  type ConnectionLimits,
} from '../contract/connections.ts';
import { cleanForwarded } from '../contract/clientGroup.ts';
import { LIVE_PATH } from '../contract/live.ts';
import { Empty } from '../contract/schemas/common.ts';
import { guardSessions } from './accounts/sessionCookies.ts';
import { verifySignedCalls } from './accounts/apiKeys/signedCalls.ts';
import type { VerifySignedCall } from './accounts/apiKeys/verifySignedCall.ts';
import { compileSerializer, compileValidator } from './compileSchemas.ts';
import { dropTracking } from './dropTracking.ts';
import { registerDocumentation } from './documentation/registerDocumentation.ts';
import { answerError, answerNotFound, answerRefusal } from './common/errors.ts';
import type { Logger } from './common/log.ts';
import { decorateSite } from './common/site.ts';
import type { Metrics } from './health/metrics.ts';
import { answerHotReads } from './hotReads.ts';
import { createRequestLimits, limitRequests } from './requestLimits.ts';
import { openHeaders, openToOtherSites } from './otherSites.ts';
import { RequestLog } from './requestLog.ts';
import type { RoutePlugin } from './routes/route.ts';

export interface AppOptions {
  log: Logger;
  /** Addresses whose `X-Forwarded-For` is trusted (D40). It sets `request.ip`, which all limits per address use. */
  trustedProxies: readonly string[];
  /** Requests per client address and minute, of all routes together. */
  requestsPerMinute: number;
  routes: readonly RoutePlugin[];
  metrics: Metrics;
  /** Origin of the site; null: the origin of the request */
  publicOrigin?: string | null;
  connections?: ConnectionLimits;
  /** Verifies calls with an API key; null: this host has no API keys and refuses such calls. */
  verifySignedCall?: VerifySignedCall | null;
}

const BODY_LIMIT_BYTES = 64 * 1024;

/** For responses that no browser renders. The pages of the API documentation have their own policy. */
const SECURITY_HEADERS = {
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'strict-transport-security': 'max-age=31536000',
  'x-content-type-options': 'nosniff',
};

/** Builds the API host without listening, so that tests can inject requests. */
export async function buildApp({
  log,
  trustedProxies,
  requestsPerMinute,
  routes,
  metrics,
  publicOrigin = null,
  connections = CONNECTION_LIMITS,
  verifySignedCall = null,
}: AppOptions): Promise<FastifyInstance> {
  const logger: FastifyBaseLogger = new RequestLog(() => log);
  const openResponses = createOpenResponses();
  const app = Fastify({
    loggerInstance: logger,
    trustProxy: trustedProxies.length > 0 ? [...trustedProxies] : false,
    bodyLimit: BODY_LIMIT_BYTES,
    ...connectionOptions(connections, LIVE_PATH),
    clientErrorHandler: ({ code }, socket) => {
      if (socket.writable && !openResponses.isAnswering(socket)) socket.write(brokenRequestResponse(code, randomUUID()));
      socket.destroySoon();
    },
    // A URL that can't be decoded never reaches the hooks.
    frameworkErrors: (error, request, reply) => {
      reply.header('x-request-id', request.id);
      answerError(error, request, reply);
    },
    routerOptions: { maxParamLength: 300 },
    genReqId: () => randomUUID(),
    logController: new LogController({ disableRequestLogging: true }),
    // Requests are still answered while the host closes: the database closes after the last connection.
    return503OnClosing: false,
    ajv: { customOptions: { removeAdditional: false, coerceTypes: false, useDefaults: false } },
  }).withTypeProvider<TypeBoxTypeProvider>();
  app.setValidatorCompiler(compileValidator);
  app.setSerializerCompiler(compileSerializer);
  app.setErrorHandler(answerError);
  app.setNotFoundHandler(answerNotFound);

  app.server.maxConnections = connections.connections;
  app.server.on('checkExpectation', app.routing);
  for (const event of ['request', 'checkExpectation']) {
    app.server.on(event, ({ socket }: IncomingMessage, response: ServerResponse) => openResponses.add(socket, response));
  }
  app.addHook('preClose', async () => {
    setTimeout(() => app.server.closeAllConnections(), connections.closingMs).unref();
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
  const limits = createRequestLimits(requestsPerMinute);
  // Before the other hooks, which it replaces.
  answerHotReads(app, { limits, connections, commonHeaders: (path) => ({ ...SECURITY_HEADERS, ...openHeaders(path) }) });
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(SECURITY_HEADERS).header('x-request-id', request.id);
    const refusal = refuseHeaders(request.raw.rawHeaders, connections);
    if (refusal) answerRefusal(refusal, request, reply);
    else done();
  });
  app.addHook('onResponse', (request, reply, done) => {
    const route = request.routeOptions.url ?? 'unknown';
    metrics.observeRequest(request.method, route, reply.statusCode, reply.elapsedTime);
    // The pattern of the route, never the URL: it contains the customer's ids and addresses (D39).
    log.info(
      { reqId: request.id, method: request.method, route, status: reply.statusCode, ms: Math.round(reply.elapsedTime) },
      'request',
    );
    done();
  });

  openToOtherSites(app);
  // Before the limits: they count a verified call toward its API key.
  verifySignedCalls(app, verifySignedCall);
  limitRequests(app, requestsPerMinute, limits);
  decorateSite(app, publicOrigin);
  guardSessions(app);
  dropTracking(app);
  // A write refuses an unknown query parameter. A read ignores it.
  app.addHook('onRoute', ({ method, schema }) => {
    if (method === 'POST' && schema) schema.querystring ??= Empty;
  });
  registerDocumentation(app, publicOrigin);
  for (const plugin of routes) await app.register(plugin);
  return app;
}
