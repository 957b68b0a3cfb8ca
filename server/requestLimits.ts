import type { FastifyInstance, FastifyReply, onRequestHookHandler } from 'fastify';
import { apiRoutes, type CallName } from '../contract/api/index.ts';
import type { ApiError } from '../contract/errors.ts';
import { createRequestLimit, type RequestLimit, type RequestQuota } from '../contract/requestLimit.ts';
import { isSignedCall, type ApiCaller } from './accounts/apiKeys/apiCaller.ts';
import { namedClient } from './common/namedClient.ts';

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
  'accountFreeze.freeze': 20,
  'accountFreeze.restore': 10,
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
  'identity.submit': 10,
  'identity.saveDraft': 60,
  'identity.startUpload': 30,
  'identity.uploadPart': 120,
  'identity.createPhoneCode': 10,
  'identity.redeemPhone': 20,
  'withdrawals.startProof': 20,
  'withdrawals.create': 20,
  'fiat.signUp': 10,
  'fiat.signIn': 20,
  'fiat.contacts': 60,
  'fiat.kycStatus': 60,
  'fiat.kycAccessToken': 20,
} satisfies Partial<Record<CallName, number>>;

/** The limits of all requests of a client together, and of single routes. */
export interface RequestLimits {
  all: Limit;
  /** "GET /path" → its own limit */
  ofRoutes: ReadonlyMap<string, Limit>;
  /**
   * Counts a call without a signature toward the limits of its address. Returns the limit of which the client has the fewest requests
   * left. Returns null, and counts nothing, if a limit refuses the call.
   */
  take(route: string, address: string): RequestQuota | null;
  /** Takes back what {@link take} counted. */
  giveBack(route: string, address: string): void;
}

/**
 * Creates limits of `perMinute` requests per client, and of `perRoute` ("GET /path" → requests). The client is an address, or the customer
 * whose API key signed the call: more keys allow no more requests. A partner's key has a total of its own and no limits of single
 * calls; the customers that it names have the limits of addresses (D40).
 */
export function createRequestLimits(perMinute: number, perRoute = limitsByRoute()): RequestLimits {
  const all = limitTo(perMinute, 'all');
  const ofRoutes = new Map([...perRoute].map(([route, most]) => [route, limitTo(most, 'route')]));
  return {
    all,
    ofRoutes,
    take: (route, address) => {
      const ofAll = all.clients.count(address);
      if (!ofAll.refusal) {
        const own = ofRoutes.get(route)?.clients.count(address);
        if (!own || !own.refusal) return own && own.left < ofAll.left ? own : ofAll;
        ofRoutes.get(route)?.clients.giveBack(address);
      }
      all.clients.giveBack(address);
      return null;
    },
    giveBack: (route, address) => {
      all.clients.giveBack(address);
      ofRoutes.get(route)?.clients.giveBack(address);
    },
  };
}

/** Refuses what exceeds the limits. The hooks are synchronous, because a promise would cost more than a response from memory. */
export function limitRequests(app: FastifyInstance, perMinute: number, { all, ofRoutes }: RequestLimits): void {
  limitUnverified(app, perMinute);
  app.addHook('onRequest', all.ofAddress);
  app.addHook('preValidation', all.ofKey);
  app.addHook('onRoute', (route) => {
    const method = route.method === 'HEAD' ? 'GET' : String(route.method);
    const limit = ofRoutes.get(`${method} ${route.url}`);
    if (!limit) return;
    // The route for HEAD may have the hooks of its GET.
    const [onRequest, preValidation] = [[route.onRequest ?? []].flat(), [route.preValidation ?? []].flat()];
    if (!onRequest.includes(limit.ofAddress)) route.onRequest = [...onRequest, limit.ofAddress];
    if (!preValidation.includes(limit.ofKey)) route.preValidation = [...preValidation, limit.ofKey];
  });
}

interface Limit {
  /** Counts the clients other than those that a partner names. */
  clients: RequestLimit;
  /** Counts a call without a signature. */
  ofAddress: onRequestHookHandler;
  /** Counts a call whose signature was verified. */
  ofKey: onRequestHookHandler;
}

function limitTo(most: number, calls: 'all' | 'route'): Limit {
  const clients = createRequestLimit(most);
  // A counter forgets the least recent clients, so addresses that a partner invents must not displace clients of the site.
  const named = createRequestLimit(most);
  const take = (reply: FastifyReply, quota: RequestQuota): ApiError | undefined => {
    announce(reply, quota);
    return quota.refusal;
  };
  const takeOfPartner = (reply: FastifyReply, { apiKeyId, userAddress }: ApiCaller, total: number): ApiError | undefined => {
    // The total first: once it is reached, the counter of named customers gets no further ones.
    const refusal = calls === 'all' ? take(reply, clients.count(apiKeyId, total)) : undefined;
    if (refusal || userAddress === null) return refusal;
    const own = take(reply, named.count(namedClient(apiKeyId, userAddress)));
    if (own && calls === 'all') clients.giveBack(apiKeyId);
    return own;
  };
  return {
    clients,
    ofAddress: (request, reply, done) => done(isSignedCall(request) ? undefined : take(reply, clients.count(request.ip))),
    ofKey: ({ apiCaller }, reply, done) => {
      if (!apiCaller) done();
      else if (apiCaller.partner) done(takeOfPartner(reply, apiCaller, apiCaller.partner.requests_per_minute));
      else done(take(reply, clients.count(String(apiCaller.userId))));
    },
  };
}

/** Tells the client about the limit that refuses the request, or of which it has the fewest requests left. */
function announce(reply: FastifyReply, { most, left, seconds, refusal }: RequestQuota): void {
  const announced = reply.getHeader('ratelimit-remaining');
  if (!refusal && announced !== undefined && Number(announced) <= left) return;
  reply.headers({ 'ratelimit-limit': most, 'ratelimit-remaining': left, 'ratelimit-reset': seconds });
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
