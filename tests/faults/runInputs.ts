import { unescape } from 'node:querystring';
import fc from 'fast-check';
import type { FastifyInstance, InjectOptions } from 'fastify';
import { apiRoutes, type CallName } from '../../contract/api/index.ts';
import { ORDER_TOKEN_HEADER } from '../../contract/api/orders.ts';
import type { ErrorCode } from '../../contract/errors.ts';
import { startFaultHost } from './faultHost.ts';
import { badRequests, goodRequest, type BadRequest } from './inputs/badRequests.ts';
import { goodInput } from './inputs/goodInput.ts';
import { judge } from './inputs/judge.ts';
import { KNOWN_ORDER_TOKEN, knownValues, signUpKnownCustomer } from './inputs/knownValues.ts';
import { operationsOf, type Operation } from './inputs/operations.ts';

export interface InputsOptions {
  /** Bad requests per call and place of its input */
  perRoute: number;
  /** The same seed makes the same requests. */
  seed?: number;
  log: (line: string) => void;
  /** An empty PostgreSQL database; otherwise the host uses the embedded one. */
  databaseUrl?: string;
}

export interface InputsResult {
  calls: number;
  requests: number;
  /** One sentence each: the smallest request that was answered wrongly, and how. */
  failures: string[];
}

const SEED = 20261120;
/** Every call answers within milliseconds; on a busy machine later, and never later than a client waits. */
const HANG_MS = 15_000;
/** Fewer calls than the host ever had: the document is not what it should be. */
const FEWEST_CALLS = 20;

/**
 * Calls that refuse what the bad requests are made of, and how: as far as the last question before money moves. All others
 * say yes, so that the bad requests reach the domain.
 */
const REFUSED: Partial<Record<CallName, ErrorCode>> = {
  'orders.requestRefund': 'ERR_RATE_CHANGED',
  'orders.acceptRateModeChange': 'ERR_RATE_CHANGED',
  'orders.claimDeposit': 'ERR_NOT_FOUND',
  'orders.confirmNotifications': 'ERR_VALIDATION',
  'users.create': 'ERR_USER_ALREADY_REGISTERED',
  'users.refresh': 'ERR_UNAUTHORIZED',
  'users.revokeSession': 'ERR_NOT_FOUND',
  'users.resetPassword': 'ERR_INVALID_PASSWORD_RESET_CODE',
  'users.confirmEmail': 'ERR_NOT_FOUND',
  'users.changePassword': 'ERR_INVALID_CREDENTIALS',
  'users.verifySecondFactor': 'ERR_NOT_FOUND',
  'users.enableTotp': 'ERR_VALIDATION',
  'users.disableTotp': 'ERR_NOT_FOUND',
  'users.renewRecoveryCodes': 'ERR_NOT_ACCEPTABLE',
  'users.addPasskey': 'ERR_NOT_FOUND',
  'users.removePasskey': 'ERR_NOT_FOUND',
  'sandbox.decideIdentity': 'ERR_NOT_ACCEPTABLE',
  // The known customer has a header session.
  'desktopSignIn.authorize': 'ERR_FORBIDDEN',
  'desktopSignIn.action': 'ERR_NOT_FOUND',
  'desktopSignIn.exchange': 'ERR_INVALID_CREDENTIALS',
  'desktopSignIn.confirm': 'ERR_INVALID_CREDENTIALS',
  // The customer has a balance, and an order that is not finished.
  'accountEnd.close': 'ERR_NOT_ACCEPTABLE',
  'accountFreeze.freeze': 'ERR_NOT_FOUND',
  'accountFreeze.restore': 'ERR_NOT_FOUND',
  'apiKeys.update': 'ERR_NOT_FOUND',
  'apiKeys.delete': 'ERR_NOT_FOUND',
  'affiliates.renameCode': 'ERR_NOT_FOUND',
  // The photos were not uploaded, and no phone has this pass.
  'identity.submit': 'ERR_VALIDATION',
  'identity.startUpload': 'ERR_NOT_FOUND',
  'identity.uploadPart': 'ERR_NOT_FOUND',
  'identity.redeemPhone': 'ERR_NOT_FOUND',
  'identity.phoneDraft': 'ERR_NOT_FOUND',
  // Made as a guest
  'fiat.signUp': 'ERR_UNAUTHORIZED',
  'fiat.signIn': 'ERR_UNAUTHORIZED',
  'fiat.contacts': 'ERR_UNAUTHORIZED',
  'fiat.kycStatus': 'ERR_UNAUTHORIZED',
  'fiat.kycAccessToken': 'ERR_UNAUTHORIZED',
  'withdrawals.create': 'ERR_RATE_CHANGED',
  'withdrawals.startProof': 'ERR_WITHDRAWAL_TOO_SMALL',
  'withdrawals.cancel': 'ERR_NOT_FOUND',
  'withdrawals.acceptFee': 'ERR_NOT_FOUND',
  'withdrawals.stoppable': 'ERR_NOT_FOUND',
  'withdrawals.stop': 'ERR_NOT_FOUND',
};
/** Calls that the known customer makes. Signing out would end its session. */
const isOfCustomer = (url: string): boolean =>
  /^\/api\/v1\/(?:users\/|affiliates\/|orders\/claim|orders\/history)/.test(url) &&
  !url.startsWith(apiRoutes['users.logout'].path);
/**
 * Calls that say yes only so often, and what they say then: each yes is a mail to the same address, another code or a whole
 * file, or each no a wrong password or code.
 */
const LIMITED: Partial<Record<CallName, ErrorCode>> = {
  'orders.historyTable': 'ERR_TOO_MANY_REQUESTS',
  'orders.notify': 'ERR_TOO_MANY_REQUESTS',
  'users.authenticate': 'ERR_TOO_MANY_REQUESTS',
  'users.changePassword': 'ERR_TOO_MANY_REQUESTS',
  'users.resetPassword': 'ERR_TOO_MANY_REQUESTS',
  'users.changeEmail': 'ERR_TOO_MANY_REQUESTS',
  'accountEnd.export': 'ERR_TOO_MANY_REQUESTS',
  'accountEnd.close': 'ERR_TOO_MANY_REQUESTS',
  'affiliates.createCode': 'ERR_NOT_ACCEPTABLE',
};

/** undefined: the document names a call that is not in the route table, such as a health check. */
function callOf({ method, path }: Operation): CallName | undefined {
  const calls = Object.keys(apiRoutes) as CallName[];
  return calls.find((call) => apiRoutes[call].method === method.toUpperCase() && apiRoutes[call].path === path);
}

/** Bad requests to every call that the host's OpenAPI document names, and what was answered wrongly. */
export async function runInputs({ perRoute, seed = SEED, log, databaseUrl }: InputsOptions): Promise<InputsResult> {
  const host = await startFaultHost({ ...(databaseUrl !== undefined && { databaseUrl }) });
  try {
    const document = await host.app.inject({ url: '/api/openapi.json' });
    const operations = operationsOf(document.json());
    const customer = await signUpKnownCustomer(host);
    const known = await knownValues(host.app, customer);
    const caller = { app: host.app, customer };
    const result: InputsResult = { calls: operations.length, requests: 0, failures: [] };
    if (operations.length < FEWEST_CALLS) result.failures.push(`the document names only ${operations.length} calls`);
    log(`Seed ${seed}: ${perRoute} bad requests for each of ${operations.length} calls.`);
    for (const operation of operations) {
      const name = `${operation.method.toUpperCase()} ${operation.path} (${operation.place})`;
      const good = goodInput(operation.input, known);
      const call = callOf(operation);
      const expected = (call && REFUSED[call]) ?? null;
      const say = (when: string, code: string | null): void => {
        result.failures.push(`${name}: ${when} the good request is answered with ${code ?? 'a success'}`);
      };
      const before = await codeOf(caller, goodRequest(operation, good));
      if (before !== expected) say('before', before);
      const outcome = await fc.check(
        fc.asyncProperty(badRequests(operation, good), async (request) => {
          result.requests += 1;
          const wrong = await complaint(caller, operation, request, result.requests);
          if (wrong !== null) throw new Error(wrong);
        }),
        { numRuns: perRoute, seed, endOnFailure: false },
      );
      await mend(host.app, operation);
      const after = await codeOf(caller, goodRequest(operation, good));
      if (after !== expected && after !== (call && LIMITED[call])) say('afterwards', after);
      log(`${outcome.failed ? 'FAILED' : 'passed'} ${name}`);
      if (outcome.failed) result.failures.push(`${name}: ${describe(outcome.counterexample?.[0], outcome.errorInstance)}`);
    }
    if (result.requests < perRoute * operations.length) result.failures.push(`only ${result.requests} requests were made`);
    result.failures.push(...(await healthComplaints(host.app)));
    return result;
  } finally {
    await host.stop();
  }
}

interface Caller {
  app: FastifyInstance;
  /** Headers of a signed-in customer */
  customer: { authorization: string };
}

async function complaint(caller: Caller, { codes }: Operation, request: BadRequest, count: number): Promise<string | null> {
  const { url, headers, payload, mustFail } = request;
  const answer = await ask(caller, request, count);
  if (answer === null) return `no answer within ${HANG_MS} ms`;
  if ('admin' in {} || 'x' in {}) return 'every object of the host has a new property';
  const requestText = [unescape(url), payload?.toString('utf8'), ...Object.values(headers)].join(' ');
  return judge({ status: answer.statusCode, headers: answer.headers, body: answer.body }, { requestText, mustFail, codes });
}

/** How a request is refused; null when it is not. */
async function codeOf(caller: Caller, request: BadRequest): Promise<string | null> {
  const answer = await ask(caller, request, 0);
  return answer?.statusCode === 200 ? null : (answer?.json<{ code: string }>().code ?? 'no answer');
}

/** null: no answer in time. */
async function ask({ app, customer }: Caller, { method, url, headers, payload }: BadRequest, count: number) {
  const options: InjectOptions = {
    method: method.toUpperCase(),
    url,
    headers: { host: 'localhost', [ORDER_TOKEN_HEADER]: KNOWN_ORDER_TOKEN, ...(isOfCustomer(url) && customer), ...headers },
    // Each from somebody else: the limits per address have tests of their own.
    remoteAddress: `10.${(count >> 16) & 255}.${(count >> 8) & 255}.${count & 255}`,
    ...(payload !== undefined && { payload }),
  };
  const { promise, resolve } = Promise.withResolvers<null>();
  const timer = setTimeout(resolve, HANG_MS, null);
  const answer = await Promise.race([app.inject(options), promise]);
  clearTimeout(timer);
  return answer;
}

/** Nothing of it may have reached the books. */
async function healthComplaints(app: FastifyInstance): Promise<string[]> {
  const health = await app.inject({ url: '/api/v1/healthz' });
  const { probes } = health.json<{ probes: Record<string, string> }>();
  return Object.entries(probes).flatMap(([probe, status]) => (status === 'OK' ? [] : [`health says of ${probe}: ${status}`]));
}

/** What a sandbox call broke on purpose is no finding in the calls after it. */
async function mend(app: FastifyInstance, { path }: Operation): Promise<void> {
  if (path.startsWith('/api/sandbox/')) await app.inject({ method: 'POST', url: '/api/sandbox/mend', payload: {} });
}

function describe(request: BadRequest | undefined, error: unknown): string {
  const shown = { ...request, payload: request?.payload?.toString('utf8') };
  return `${error instanceof Error ? error.message : String(error)}\n    ${JSON.stringify(shown).slice(0, 600)}`;
}
