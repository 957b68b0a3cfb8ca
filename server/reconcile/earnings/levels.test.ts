import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { oneDatabase } from '../../../tests/support/databases.ts';
import { startOrderHostOn } from '../../../tests/support/orderHosts.ts';
import { addCustomer, swap, type TestCustomer } from '../../affiliates/testing/customers.ts';
import { checkBooks } from '../../orders/testing/hostActions.ts';
import { type OrderHost } from '../../orders/testing/orderHost.ts';

const DAY_MS = 24 * 3_600_000;

// An exchange of 0.1 BTC counts 6,000 USDT; SILVER is reached at 10,000.
describe.each(oneDatabase(import.meta.filename))('levels and referrers of customers on %s', (kind) => {
  let host: OrderHost;
  let anna: TestCustomer;
  let ben: TestCustomer;
  beforeEach(async () => {
    host = await startOrderHostOn(kind);
    await checkBooks(host);
    anna = await addCustomer(host);
    ben = await addCustomer(host, anna);
  });
  afterEach(async () => {
    await host.close();
  });

  const change = (statement: string) => sql.raw(statement).execute(host.database);
  const keys = async () =>
    (await checkBooks(host)).differences.map(({ key }) => key.replace(/\d{9,}/, 'TIME').replace(/[\w-]{22}$/, 'ID'));
  const level = async () => (await host.database.selectFrom('cashback_levels').select('level').execute())[0]?.level;

  test('agree while a level is reached and the volume leaves the window', async () => {
    await swap(host, { owner: ben });
    await swap(host, { owner: ben });
    expect(await level()).toBe('SILVER');
    expect(await keys()).toEqual([]);
    host.advanceClock(100 * DAY_MS);
    await swap(host, { owner: ben });
    expect((await keys()).filter((key) => key.startsWith('customer:'))).toEqual([]);
  });

  test.each([
    ['a higher level', `update cashback_levels set level = 'PLATINUM'`, 'customer:2:level'],
    ['no level', 'delete from cashback_levels', 'customer:2:level'],
    ['a larger volume', `update cashback_days set volume = '900000'`, 'customer:2:volume:TIME'],
    ['a volume of another day', 'update cashback_days set day = day - 86400000', 'customer:2:volume:TIME'],
    ['no volume', 'delete from cashback_days', 'customer:2:volume:TIME'],
    ['another referrer', 'update users set referrer_user_id = 3 where id = 2', 'customer:2:referrer'],
    ['another code', `update users set referrer_code = 'other' where id = 2`, 'customer:2:referrer'],
    ['no referrer', 'update users set referrer_user_id = null, referrer_code = null where id = 2', 'customer:2:referrer'],
    ['a referrer without a signature', 'delete from referrals', 'customer:2:referrer'],
    ['the referral of another customer', 'update referrals set user_id = 3', 'customer:2:referrer'],
    ['a referrer for a customer without one', 'update users set referrer_user_id = 1 where id = 3', 'customer:3:referrer'],
  ])('that show %s are named', async (_what, statement, key) => {
    await addCustomer(host);
    await swap(host, { owner: ben });
    await swap(host, { owner: ben });
    await change(statement);
    expect(await keys()).toContain(key);
  });

  test.each([
    ['a level', `insert into cashback_levels (user_id, level, reached_at) values (2, 'PLATINUM', 1)`],
    ['a volume', `update cashback_days set volume = '900000'`],
  ])('that were reached by an exchange with %s that somebody wrote are named for good', async (_what, statement) => {
    await swap(host, { owner: ben });
    await change(statement);
    await swap(host, { owner: ben });
    expect(await level()).toBe('PLATINUM');
    expect(await keys()).toContain('customer:2:level:TIME');
    await change(`update cashback_levels set level = 'SILVER'`);
    await change(`update cashback_days set volume = '12000'`);
    expect(await keys()).toEqual(['customer:2:level', 'customer:2:level:TIME']);
  });
});
