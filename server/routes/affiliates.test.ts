import { afterEach, beforeEach, expect, test } from 'vitest';
import type { FastifyInstance } from 'fastify';
import { affiliateRoutes as calls } from '../../contract/api/affiliates.ts';
import { openMemoryDatabase } from '../../tests/support/databases.ts';
import { createAffiliateService } from '../affiliates/affiliateService.ts';
import { DEFAULT_AFFILIATE_RULES } from '../affiliates/affiliateSettings.ts';
import { createAccountReferrals } from '../affiliates/createReferrals.ts';
import { createTestAccounts, signUp, TEST_PASSWORD, type TestCustomer } from '../accounts/testing/customers.ts';
import { buildApp } from '../app.ts';
import type { Database } from '../db/database.ts';
import { createDocumentSigner } from '../guarantee/documentSigner.ts';
import { loadCatalogue } from '../instruments/loadCatalogue.ts';
import { createLogger } from '../common/log.ts';
import { createMetrics } from '../health/metrics.ts';
import { DEFAULT_PRICING } from '../pricing/pricingSettings.ts';
import { affiliateRoutes } from './affiliates.ts';
import { userRoutes } from './users.ts';

const signer = createDocumentSigner({ secretKey: new Uint8Array(32).fill(7), previousKeys: [], exchange: 'Causeway' });

let app: FastifyInstance;
let database: Database;
let anna: TestCustomer;

beforeEach(async () => {
  database = await openMemoryDatabase();
  const accounts = createTestAccounts(database, { referrals: createAccountReferrals({ signer, now: Date.now }) });
  const affiliates = createAffiliateService({
    database,
    catalogue: loadCatalogue(),
    rules: DEFAULT_AFFILIATE_RULES,
    fees: DEFAULT_PRICING,
    trustedPrice: () => '1',
    now: Date.now,
  });
  app = await buildApp({
    log: createLogger('silent'),
    trustedProxies: [],
    requestsPerMinute: 10_000,
    metrics: createMetrics(),
    routes: [userRoutes(accounts), affiliateRoutes(affiliates, accounts.authentication)],
  });
  anna = await signUp(app);
});
afterEach(async () => {
  await app.close();
  await database.destroy();
});

const codeOf = async ({ headers }: TestCustomer): Promise<string> =>
  (await app.inject({ url: calls['affiliates.referrerId'].path, headers })).json<{ referrerId: string }>().referrerId;

const PAYLOADS: Record<string, object> = {
  'affiliates.createCode': { name: 'Blog' },
  'affiliates.renameCode': { code: 'abc', name: 'Blog' },
};

test.each(Object.entries(calls).filter(([, { path }]) => !path.includes('/public/')))(
  'refuses %s without a session, and never lets its answer be cached',
  async (name, { method, path: url }) => {
    const payload = PAYLOADS[name];
    const inject = async (headers = {}) => await app.inject({ method, url, headers, ...(payload && { payload }) });
    expect((await inject()).statusCode).toBe(401);
    const own = await inject(anna.headers);
    expect([own.statusCode, own.headers['cache-control']]).toEqual([
      name === 'affiliates.renameCode' ? 404 : 200,
      name === 'affiliates.renameCode' ? 'no-store' : 'private, no-store',
    ]);
  },
);

test('binds a new customer to the owner of the code, and refuses an unknown code', async () => {
  const register = async (email: string, referrerAffiliateId: string) =>
    await app.inject({
      method: 'POST',
      url: '/api/v1/users/local/create',
      payload: { email, password: TEST_PASSWORD, referrerAffiliateId },
    });
  const code = await codeOf(anna);
  expect((await register('ben@example.com', code)).statusCode).toBe(200);
  const ben = await database.selectFrom('users').selectAll().where('email', '=', 'ben@example.com').executeTakeFirstOrThrow();
  expect([ben.referrer_user_id, ben.referrer_code]).toEqual([anna.userId, code]);
  const refused = await register('carl@example.com', 'unknown');
  expect([refused.statusCode, refused.json<{ message: string }>().message]).toEqual([
    404,
    expect.stringContaining('referrerAffiliateId'),
  ]);
});

test('gives each customer a main code of their own, which never changes', async () => {
  const ben = await signUp(app, 'ben@example.com');
  const [first, again, other] = [await codeOf(anna), await codeOf(anna), await codeOf(ben)];
  expect(first).toMatch(/^[a-z2-9]{8}$/);
  expect(again).toBe(first);
  expect(other).not.toBe(first);
});

test('limits the clicks that one address may count', async () => {
  const click = async () =>
    await app.inject({
      method: 'POST',
      url: calls['affiliates.countClick'].path,
      payload: { referrerId: await codeOf(anna) },
      remoteAddress: '203.0.113.9',
    });
  const statuses: number[] = [];
  for (let one = 0; one < 21; one += 1) statuses.push((await click()).statusCode);
  expect(statuses.filter((status) => status === 200)).toHaveLength(20);
  expect(statuses.at(-1)).toBe(429);
});
