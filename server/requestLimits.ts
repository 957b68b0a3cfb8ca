import type { FastifyInstance, onRequestHookHandler } from 'fastify';
import { apiRoutes, type CallName } from '../contract/api/index.ts';
import { createRequestLimit } from '../contract/requestLimit.ts';

/**
 * Requests per client address and minute of the calls with a limit of their own. They also count toward `REQUESTS_PER_MINUTE`.
 * docs/deployment.md lists them.
 */
export const CALLS_PER_MINUTE = {
  'orders.create': 20,
  'orders.setEmail': 20,
  'orders.requestRefund': 20,
  'orders.acceptRateModeChange': 20,
  'orders.finishDeposit': 20,
  'orders.claimDeposit': 10,
  'orders.notify': 10,
  'orders.confirmNotifications': 20,
  'orders.endNotifications': 20,
  'orders.refundInfo': 60,
  'orders.publicInfo': 120,
  'orders.latest': 120,
  'rates.history': 120,
  'instruments.validateAddress': 240,
  'rates.one': 300,
} satisfies Partial<Record<CallName, number>>;

/**
 * Limits all requests of a client address together to `perMinute`, and routes to `perRoute` (path → requests). The hooks are
 * synchronous, because a promise would cost more than a response from memory.
 */
export function limitRequests(app: FastifyInstance, perMinute: number, perRoute = limitsByPath()): void {
  app.addHook('onRequest', limitTo(perMinute));
  const limits = new Map([...perRoute].map(([path, most]) => [path, limitTo(most)]));
  app.addHook('onRoute', (route) => {
    const limit = limits.get(route.url);
    const hooks = [route.onRequest ?? []].flat();
    // The route for HEAD has the hooks of its GET.
    if (limit && !hooks.includes(limit)) route.onRequest = [...hooks, limit];
  });
}

function limitTo(most: number): onRequestHookHandler {
  const limit = createRequestLimit(most);
  return (request, _reply, done) => done(limit(request.ip));
}

function limitsByPath(): ReadonlyMap<string, number> {
  return new Map(
    Object.entries(apiRoutes).flatMap(([name, { path }]) => (isLimited(name) ? [[path, CALLS_PER_MINUTE[name]]] : [])),
  );
}

function isLimited(name: string): name is keyof typeof CALLS_PER_MINUTE {
  return Object.hasOwn(CALLS_PER_MINUTE, name);
}
