import type { FastifyInstance, onRequestHookHandler } from 'fastify';
import { apiRoutes, type CallName } from '../contract/api/index.ts';
import { createRequestLimit } from '../contract/requestLimit.ts';
import { isSignedCall } from './accounts/apiKeys/apiCaller.ts';

/**
 * Requests per client (address, or customer of an API key) and minute of the calls with a limit of their own. They also count toward
 * `REQUESTS_PER_MINUTE`. docs/deployment.md lists them.
 */
export const CALLS_PER_MINUTE = {
  'affiliates.countClick': 20,
  'affiliates.createCode': 20,
  'orders.create': 20,
  'orders.setEmail': 20,
  'orders.requestRefund': 20,
  'orders.acceptRateModeChange': 20,
  'orders.finishDeposit': 20,
  'orders.claimDeposit': 10,
  'orders.notify': 10,
  'orders.confirmNotifications': 20,
  'orders.endNotifications': 20,
  'accountEnd.export': 5,
  'accountEnd.close': 10,
  'apiKeys.generate': 20,
  'apiKeys.update': 60,
  'orders.refundInfo': 60,
  'orders.publicInfo': 120,
  'orders.latest': 120,
  'rates.history': 120,
  'instruments.validateAddress': 240,
  'rates.one': 300,
  'users.create': 10,
  'users.authenticate': 20,
  'users.refresh': 60,
  'users.sessions': 60,
  'users.requestPasswordReset': 10,
  'users.resetPassword': 10,
  'users.changePassword': 10,
  'users.changeEmail': 10,
  'users.requestEmailConfirmation': 10,
  'users.confirmEmail': 20,
  'users.startPasskeySignIn': 20,
  'users.verifySecondFactor': 20,
  'users.startSecondFactor': 20,
  'desktopSignIn.authorize': 10,
  'desktopSignIn.exchange': 20,
  'desktopSignIn.confirm': 20,
  'withdrawals.create': 20,
} satisfies Partial<Record<CallName, number>>;

/**
 * Limits all requests of a client together to `perMinute`, and routes to `perRoute` ("GET /path" → requests). The client is an address,
 * or the customer whose API key signed the call: more keys allow no more requests. The hooks are synchronous, because a promise would
 * cost more than a response from memory.
 */
export function limitRequests(app: FastifyInstance, perMinute: number, perRoute = limitsByRoute()): void {
  limitUnverified(app, perMinute);
  const all = limitTo(perMinute);
  app.addHook('onRequest', all.ofAddress);
  app.addHook('preValidation', all.ofCustomer);
  const limits = new Map([...perRoute].map(([route, most]) => [route, limitTo(most)]));
  app.addHook('onRoute', (route) => {
    const method = route.method === 'HEAD' ? 'GET' : String(route.method);
    const limit = limits.get(`${method} ${route.url}`);
    if (!limit) return;
    // The route for HEAD may have the hooks of its GET.
    const [onRequest, preValidation] = [[route.onRequest ?? []].flat(), [route.preValidation ?? []].flat()];
    if (!onRequest.includes(limit.ofAddress)) route.onRequest = [...onRequest, limit.ofAddress];
    if (!preValidation.includes(limit.ofCustomer)) route.preValidation = [...preValidation, limit.ofCustomer];
  });
}

interface Limit {
  /** Counts a call without a signature. */
  ofAddress: onRequestHookHandler;
  /** Counts a call whose signature was verified. */
  ofCustomer: onRequestHookHandler;
}

function limitTo(most: number): Limit {
  const limit = createRequestLimit(most);
  return {
    ofAddress: (request, _reply, done) => done(isSignedCall(request) ? undefined : limit.take(request.ip)),
    ofCustomer: ({ apiCaller }, _reply, done) => done(apiCaller ? limit.take(String(apiCaller.userId)) : undefined),
  };
}

/** Limits what an address may send with the headers of a signed call without a valid signature. */
function limitUnverified(app: FastifyInstance, most: number): void {
  const unverified = createRequestLimit(most);
  app.addHook('onRequest', (request, _reply, done) => done(isSignedCall(request) ? unverified.take(request.ip) : undefined));
  app.addHook('preValidation', (request, _reply, done) => {
    if (request.apiCaller) unverified.giveBack(request.ip);
    done();
  });
}

function limitsByRoute(): ReadonlyMap<string, number> {
  const names = Object.keys(CALLS_PER_MINUTE) as (keyof typeof CALLS_PER_MINUTE)[];
  return new Map(names.map((name) => [`${apiRoutes[name].method} ${apiRoutes[name].path}`, CALLS_PER_MINUTE[name]]));
}
