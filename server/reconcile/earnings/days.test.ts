import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { oneDatabase } from '../../../tests/support/databases.ts';
import { startOrderHostOn } from '../../../tests/support/orderHosts.ts';
import { addCustomer, startSwap, swap, type TestCustomer } from '../../affiliates/testing/customers.ts';
import { checkBooks, mineAndTick } from '../../orders/testing/hostActions.ts';
import { ADDRESSES, type OrderHost } from '../../orders/testing/orderHost.ts';

const DAY_MS = 24 * 3_600_000;
const DAY = 'earning:day:2026-11-20';

describe.each(oneDatabase(import.meta.filename))('the earnings of a day on %s', (kind) => {
  let host: OrderHost;
  let anna: TestCustomer;
  beforeEach(async () => {
    host = await startOrderHostOn(kind);
    await checkBooks(host);
    anna = await addCustomer(host);
  });
  afterEach(async () => {
    await host.close();
  });

  const keys = async (isFull = true) => (await checkBooks(host, isFull)).differences.map(({ key }) => key);
  const toEther = { to: 'eth', destination: ADDRESSES.ethereum } as const;

  test('are what its fees allow, at floating and fixed rates, with cashback and without', async () => {
    const ben = await addCustomer(host, anna);
    await swap(host, { owner: ben });
    await swap(host, { code: anna.code, rateMode: 'FIXED' });
    await swap(host, { code: anna.code, ...toEther });
    expect(await keys()).toEqual([]);
  });

  /** Lets an order earn at another price than its payout was counted at. */
  const earnAt = async (price: string) => {
    await startSwap(host, { code: anna.code, amount: '0.3', ...toEther });
    host.chain('ethereum').mode = 'down';
    await mineAndTick(host, ['bitcoin'], 4);
    host.chain('ethereum').mode = 'up';
    host.desk.prices.set('eth', price);
    await mineAndTick(host, ['bitcoin', 'ethereum'], 6);
  };

  test('raise an alarm in every run when they were booked at a price that is far too high', async () => {
    await earnAt('6000');
    expect(await keys(false)).toEqual([DAY]);
    host.advanceClock(3 * DAY_MS);
    expect(await keys(false)).toEqual([DAY]);
  });

  test('may be booked at another price than that of the payouts', async () => {
    await earnAt('4000');
    expect(await keys()).toEqual([]);
  });

  test('raise an alarm when the ledger books more than orders earned', async () => {
    const orderId = await swap(host, { code: anna.code });
    const line = (number: number, account: string, value: string) =>
      `('bonus', ${number}, '${account}', 'ACCRUAL', 0, '${orderId}', 'usdttrc20', '${value}', ${host.context.now()})`;
    const lines = [line(0, 'AFFILIATE_COSTS', '20'), line(1, 'DESK', '-20')].join();
    await sql
      .raw(
        `insert into ledger_entries (journal_id, line, account, kind, is_reversal, order_id, instrument, amount, created_at) values ${lines}`,
      )
      .execute(host.database);
    expect(await keys()).toContain(DAY);
  });
});
