import type { FastifyInstance } from 'fastify';
import { generateSync } from 'otplib';
import { expect } from 'vitest';
import type { OperatorScope } from '../../../contract/accounts/operatorScopes.ts';
import { SESSION_COOKIES } from '../../../contract/api/users.ts';
import type { ActInput, ActOutput, PlannedAct, PlanOutput } from '../../../contract/console/acts.ts';
import { consoleRoutes as calls, type ConsoleCall, type ConsoleInput } from '../../../contract/console/routes.ts';
import type { DatabaseKind } from '../../../tests/support/databases.ts';
import { startOrderHostOn } from '../../../tests/support/orderHosts.ts';
import { TEST_SEALING } from '../../../tests/support/testSealing.ts';
import { createApiKeyService } from '../../accounts/apiKeys/apiKeyService.ts';
import { createVerifySignedCall } from '../../accounts/apiKeys/verifySignedCall.ts';
import { beginSession } from '../../accounts/beginSession.ts';
import { createSecondFactorService } from '../../accounts/secondFactor/secondFactorService.ts';
import { createTotpSecret } from '../../accounts/secondFactor/totp.ts';
import { totpOwner } from '../../accounts/secondFactor/verifyProof.ts';
import { createTestAccounts } from '../../accounts/testing/customers.ts';
import { buildApp } from '../../app.ts';
import { createMetrics } from '../../health/metrics.ts';
import type { Alert } from '../../alerts/alertBook.ts';
import { createUnresolvedMonitor } from '../../operator/unresolvedMonitor.ts';
import { TEST_SEALS } from '../../identity/testing/identities.ts';
import type { OrderHost } from '../../orders/testing/orderHost.ts';
import type { PayoutCaps } from '../../payments/paymentContext.ts';
import { addCustomer } from '../../withdrawals/testing/withdrawalHost.ts';
import { consoleRoutes } from './routes.ts';

/** A customer with a session with cookies, whose second factor was just proven. */
export interface TestOperator {
  userId: number;
  sessionId: string;
  /** Headers of its calls */
  headers: Record<string, string>;
  accessToken: string;
  totpSecret: string;
}

/** Header fields, and the body as an object. */
export interface Answer {
  status: number;
  headers: Record<string, unknown>;
  body: Record<string, unknown>;
}

export interface ConsoleHost {
  host: OrderHost;
  app: FastifyInstance;
  apiKeys: ReturnType<typeof createApiKeyService>;
  addOperator(...scopes: OperatorScope[]): Promise<TestOperator>;
  /** Makes a call with these headers, by default with a body or query that its schema accepts. */
  call<Name extends ConsoleCall>(name: Name, headers: Record<string, string>, input?: ConsoleInput<Name>): Promise<Answer>;
  /** Plans an act. Fails if it is refused. */
  plan(operator: TestOperator, act: string, input: object): Promise<PlannedAct>;
  /** Confirms a plan as the operator would: reason, amount, code of the authenticator app. `changes` replace parts of it. */
  act(operator: TestOperator, planned: PlannedAct, input: object, changes?: Partial<ActInput>): Promise<Answer>;
  /** Plans and confirms. */
  perform(operator: TestOperator, act: string, input: object): Promise<ActOutput>;
  /** Approves the request of another operator. */
  approve(operator: TestOperator, approvalId: string): Promise<Answer>;
  /** Returns a code of the operator's app that was not used yet. */
  codeOf(operator: TestOperator): string;
  close(): Promise<void>;
}

const ORIGIN = 'http://localhost';
export const REASON = 'checked with the customer';

/** The console's calls on the orders and networks of a test. */
export async function startConsoleHost(
  kind: DatabaseKind,
  { caps, addresses = [], alerts = [] }: { caps?: Partial<PayoutCaps>; addresses?: readonly string[]; alerts?: Alert[] } = {},
): Promise<ConsoleHost> {
  const host = await startOrderHostOn(kind, caps);
  const { database, now, log } = host.context;
  const secrets = { database, sealing: TEST_SEALING, now };
  const proofs = createSecondFactorService({ ...secrets, brand: 'Causeway', messenger: null });
  const accounts = createTestAccounts(database, { now, secondFactor: proofs });
  const unresolved = createUnresolvedMonitor(host.context);
  const app = await buildApp({
    log,
    trustedProxies: [],
    requestsPerMinute: 100_000,
    metrics: createMetrics(),
    verifySignedCall: createVerifySignedCall({ ...secrets, signer: host.context.signer }),
    routes: [
      consoleRoutes({
        context: { ...host.context, proofs, seals: TEST_SEALS },
        access: { authentication: accounts.authentication, addresses },
        sources: {
          health: { report: () => ({ status: 'OK', reason: null, probes: {}, alarms: [], notChecked: [] }) },
          availability: {
            ...host.context.availability,
            headOf: () => ({ height: 7, readAt: now(), isDown: false }),
            failureOf: () => null,
          },
          books: () => null,
          alerts: () => alerts,
          book: { lastKnown: () => null, price: () => expect.fail('there is no market here') },
          feeds: [],
          operatorFile: '',
          pricing: { maximumUsd: '10000' },
          venue: { baseCoin: 'USDT' },
          reserves: host.context,
        },
        unresolved,
        unreadAlarmMs: 3_600_000,
        version: '1.2.3',
      }),
    ],
  });

  const call: ConsoleHost['call'] = async (name, headers, input) => {
    const { method, path } = calls[name];
    const query = new URLSearchParams((input ?? {}) as Record<string, string>);
    const answer = await app.inject(
      method === 'GET'
        ? { method, url: `${path}${query.size === 0 ? '' : `?${query}`}`, headers: { host: 'localhost', ...headers } }
        : { method, url: path, headers: { host: 'localhost', origin: ORIGIN, ...headers }, payload: input ?? {} },
    );
    return { status: answer.statusCode, headers: answer.headers, body: answer.json<Record<string, unknown>>() };
  };
  const codeOf = ({ totpSecret }: TestOperator): string => {
    // Each code works once: the next one belongs to the next half minute.
    host.advanceClock(30_000);
    return generateSync({ secret: totpSecret, epoch: Math.floor(now() / 1_000) });
  };
  const plan: ConsoleHost['plan'] = async (operator, act, input) => {
    const { body } = await call('plan', operator.headers, { act, input: { ...input } });
    const planned = body as unknown as PlanOutput;
    if (!('digest' in planned)) throw new Error(`${act} was refused: ${JSON.stringify(body)}`);
    return planned;
  };
  const confirmationOf = (operator: TestOperator, { digest, money, challenge }: PlannedAct, given?: ActInput['proof']) => ({
    digest,
    reason: REASON,
    ...(money && { typedAmount: money.amount }),
    proof: given ?? { challengeId: challenge.challengeId, code: codeOf(operator) },
  });
  const act: ConsoleHost['act'] = async (operator, planned, input, changes = {}) =>
    await call('act', operator.headers, {
      act: planned.act,
      input: { ...input },
      ...confirmationOf(operator, planned, changes.proof),
      ...changes,
    });
  return {
    host,
    app,
    apiKeys: createApiKeyService(secrets),
    addOperator: async (...scopes) => {
      const { userId } = await addCustomer(database, now());
      const totpSecret = createTotpSecret();
      await database
        .updateTable('users')
        .set({ operator_scopes: JSON.stringify(scopes) })
        .where('id', '=', userId)
        .execute();
      await database
        .insertInto('totp_secrets')
        .values({
          user_id: userId,
          sealed_secret: TEST_SEALING.seal(totpSecret, totpOwner(userId)),
          created_at: now(),
          enabled_at: now(),
          last_step: -1,
        })
        .execute();
      const client = { address: '127.0.0.1', userAgent: null, origin: ORIGIN, sessionToken: null };
      const session = { userId, kind: 'COOKIE', client, browserFingerprint: null, secondFactorAt: now() } as const;
      const { accessToken, refreshToken, sessionId } = await database
        .transaction()
        .execute(async (transaction) => await beginSession(accounts.context, transaction, session));
      const { access, refresh } = SESSION_COOKIES.http;
      const headers = { cookie: `${access}=${accessToken}; ${refresh}=${refreshToken}` };
      return { userId, sessionId, headers, accessToken, totpSecret };
    },
    call,
    plan,
    act,
    perform: async (operator, name, input) => {
      const { body } = await act(operator, await plan(operator, name, input), input);
      return body as unknown as ActOutput;
    },
    approve: async (operator, approvalId) => {
      const { body } = await call('plan', operator.headers, { approvalId });
      if (!('digest' in body)) throw new Error(`The request can't be planned: ${JSON.stringify(body)}`);
      const confirmation = confirmationOf(operator, body as unknown as PlannedAct);
      return await call('decide', operator.headers, { approvalId, decision: 'APPROVE', ...confirmation });
    },
    codeOf,
    close: async () => {
      await app.close();
      await host.close();
    },
  };
}
