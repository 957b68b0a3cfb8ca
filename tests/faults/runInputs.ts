import { unescape } from 'node:querystring';
import fc from 'fast-check';
import type { FastifyInstance, InjectOptions } from 'fastify';
import { apiRoutes } from '../../contract/api/index.ts';
import { ORDER_TOKEN_HEADER } from '../../contract/api/orders.ts';
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
const REFUSED: Readonly<Record<string, string>> = {
  [apiRoutes['orders.requestRefund'].path]: 'ERR_RATE_CHANGED',
  [apiRoutes['orders.acceptRateModeChange'].path]: 'ERR_RATE_CHANGED',
  [apiRoutes['orders.claimDeposit'].path]: 'ERR_NOT_FOUND',
  [apiRoutes['orders.confirmNotifications'].path]: 'ERR_VALIDATION',
  [apiRoutes['users.create'].path]: 'ERR_USER_ALREADY_REGISTERED',
  [apiRoutes['users.refresh'].path]: 'ERR_UNAUTHORIZED',
  [apiRoutes['users.revokeSession'].path]: 'ERR_NOT_FOUND',
  [apiRoutes['users.resetPassword'].path]: 'ERR_INVALID_PASSWORD_RESET_CODE',
  [apiRoutes['users.confirmEmail'].path]: 'ERR_NOT_FOUND',
  [apiRoutes['users.changePassword'].path]: 'ERR_INVALID_CREDENTIALS',
  [apiRoutes['apiKeys.update'].path]: 'ERR_NOT_FOUND',
  [apiRoutes['apiKeys.delete'].path]: 'ERR_NOT_FOUND',
};
/** Calls that the known customer makes. Signing out would end its session. */
const isOfCustomer = (url: string): boolean =>
  /^\/api\/v1\/(?:users|affiliates)\//.test(url) && !url.startsWith(apiRoutes['users.logout'].path);
/** Calls that say yes only so often, and what they say then: each yes is a mail to the same address, or each no a wrong password. */
const LIMITED: Readonly<Record<string, string>> = Object.fromEntries(
  (['orders.notify', 'users.authenticate', 'users.changePassword', 'users.changeEmail'] as const).map((call) => [
    apiRoutes[call].path,
    'ERR_TOO_MANY_REQUESTS',
  ]),
);

/** Bad requests to every call that the host's OpenAPI document names, and what was answered wrongly. */
export async function runInputs({ perRoute, seed = SEED, log }: InputsOptions): Promise<InputsResult> {
  const host = await startFaultHost();
  try {
    const document = await host.app.inject({ url: '/api/openapi.json' });
    const operations = operationsOf(document.json());
    const known = await knownValues(host.app);
    const customer = await signUpKnownCustomer(host.app);
    const caller = { app: host.app, customer };
    const result: InputsResult = { calls: operations.length, requests: 0, failures: [] };
    if (operations.length < FEWEST_CALLS) result.failures.push(`the document names only ${operations.length} calls`);
    log(`Seed ${seed}: ${perRoute} bad requests for each of ${operations.length} calls.`);
    for (const operation of operations) {
      const name = `${operation.method.toUpperCase()} ${operation.path} (${operation.place})`;
      const good = goodInput(operation.input, known);
      const expected = REFUSED[operation.path] ?? null;
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
      if (after !== expected && after !== LIMITED[operation.path]) say('afterwards', after);
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
