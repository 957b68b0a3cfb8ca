import type { FastifyInstance } from 'fastify';
import type { AccountContext } from '../../server/accounts/context.ts';
import { createVerifyInitData } from '../../server/accounts/messenger/initData.ts';
import { createSecondFactorService } from '../../server/accounts/secondFactor/secondFactorService.ts';
import { createTestAccounts, type TestAccounts } from '../../server/accounts/testing/customers.ts';
import { BOT_TOKEN } from '../../server/accounts/testing/signedInitData.ts';
import { buildApp } from '../../server/app.ts';
import type { Database } from '../../server/db/database.ts';
import type { AccountMailKind } from '../../server/db/tables/accounts.ts';
import { createLogger } from '../../server/common/log.ts';
import { createMetrics } from '../../server/health/metrics.ts';
import { credentialRoutes } from '../../server/routes/credentials.ts';
import { desktopSignInRoutes } from '../../server/routes/desktopSignIn.ts';
import type { RoutePlugin } from '../../server/routes/route.ts';
import { secondFactorRoutes } from '../../server/routes/secondFactor.ts';
import { userRoutes } from '../../server/routes/users.ts';
import { openMemoryDatabase } from './databases.ts';
import { mailDataIn, TEST_SEALING } from './testSealing.ts';

/** The calls of accounts on a database, with cheap hashes and a clock that a test controls. */
export interface AccountHost extends TestAccounts {
  app: FastifyInstance;
  database: Database;
  now(): number;
  /** Advances the clock, in ms. */
  advanceClock(milliseconds: number): void;
  /** Calls a POST of `/api/v1/users/`. */
  post(
    call: string,
    payload: object,
    headers?: Record<string, string>,
    remoteAddress?: string,
  ): Promise<Awaited<ReturnType<FastifyInstance['inject']>>>;
  /** Returns the queued e-mails, oldest first. */
  mails(): Promise<{ kind: AccountMailKind; to: string; data: Record<string, string> }[]>;
  close(): Promise<void>;
}

const START = Date.UTC(2026, 10, 20, 12);

export async function startAccountHost({
  database: given,
  overrides = {},
  hasSecondFactor = false,
  publicOrigin = null,
  moreRoutes = () => [],
}: {
  database?: Database;
  overrides?: Partial<AccountContext>;
  hasSecondFactor?: boolean;
  /** Origin of the site; null: that of each request */
  publicOrigin?: string | null;
  moreRoutes?: (accounts: TestAccounts) => RoutePlugin[];
} = {}): Promise<AccountHost> {
  const database = given ?? (await openMemoryDatabase());
  let time = START;
  const now = () => time;
  const sealing = TEST_SEALING;
  const messenger = createVerifyInitData(BOT_TOKEN, now);
  const secondFactor = hasSecondFactor
    ? createSecondFactorService({ database, sealing, brand: 'Causeway', messenger, now })
    : null;
  const accounts = createTestAccounts(database, { now, secondFactor, messenger, ...overrides });
  const app = await buildApp({
    log: createLogger('silent'),
    trustedProxies: [],
    requestsPerMinute: 100_000,
    routes: [
      userRoutes(accounts),
      credentialRoutes(accounts),
      desktopSignInRoutes(accounts),
      ...moreRoutes(accounts),
      ...(secondFactor ? [secondFactorRoutes(secondFactor, accounts)] : []),
    ],
    metrics: createMetrics(),
    publicOrigin,
  });
  return {
    ...accounts,
    app,
    database,
    now,
    advanceClock: (milliseconds) => {
      time += milliseconds;
    },
    post: async (call, payload, headers = {}, remoteAddress = '127.0.0.1') =>
      await app.inject({ method: 'POST', url: `/api/v1/users/${call}`, payload, headers, remoteAddress }),
    mails: async () => {
      const rows = await database.selectFrom('account_mails').selectAll().orderBy('created_at').execute();
      return rows.map((row) => ({ kind: row.kind, to: row.to_address, data: mailDataIn(row) }));
    },
    close: async () => {
      await app.close();
      await database.destroy();
    },
  };
}
