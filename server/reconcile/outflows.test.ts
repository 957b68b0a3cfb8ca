import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { oneDatabase } from '../../tests/support/databases.ts';
import { startOrderHostOn } from '../../tests/support/orderHosts.ts';
import { writeTrustedPrices } from '../db/repositories/marketPrices.ts';
import { completeOrder, mineAndTick, reconcileNow, runOperator } from '../orders/testing/hostActions.ts';
import { makeOrder, type OrderHost } from '../orders/testing/orderHost.ts';
import { addCustomer, credit, withdrawalsOf } from '../withdrawals/testing/withdrawalHost.ts';

describe.each(oneDatabase(import.meta.filename))('what the caps count on %s', (kind) => {
  let host: OrderHost;
  beforeEach(async () => {
    // A payout of 0.1 BTC is worth 5,970 USD.
    host = await startOrderHostOn(kind, { perHourUsd: '7000' });
    await reconcileNow(host);
  });
  afterEach(async () => {
    await host.close();
  });

  const change = (statement: string) => sql.raw(statement).execute(host.database);
  const keys = async () =>
    (await reconcileNow(host))
      .map(({ key }) => key.replace(/\d{13}/, 'TIME').replace(/[\w-]{22}/, 'ID'))
      .filter((key) => key.startsWith('outflow:') || key.endsWith(':value'));

  test('agrees with payouts that are held, released, refunded instead, and with withdrawals that are stopped', async () => {
    await completeOrder(host);
    const held = await completeOrder(host);
    expect(await keys()).toEqual([]);
    await runOperator(host, 'release', `PAYOUT:${held.order.orderId}`);
    await mineAndTick(host, ['bitcoin', 'tron'], 3);
    expect(await keys()).toEqual([]);
    const customer = await addCustomer(host.database, host.context.now());
    await credit(host.context, customer.userId, '200');
    const rules = { minimum: '20', reviewAbove: '1000', waitMs: 0 };
    const { withdraw, service } = withdrawalsOf(host, { rules });
    const { withdrawal } = await withdraw(customer);
    expect(await keys()).toEqual([]);
    await service.cancel(customer.userId, withdrawal.withdrawalId);
    expect(await keys()).toEqual([]);
    host.advanceClock(25 * 3_600_000);
    expect(await keys()).toEqual([]);
  });

  test.each([
    ['a deleted sum', 'delete from outflows', 'outflow:TIME'],
    ['a smaller sum', `update outflows set usd_value = '5969'`, 'outflow:TIME'],
    ['a larger sum', `update outflows set usd_value = '9000'`, 'outflow:TIME'],
    ['a payout that counts less', `update outbox set usd_value = '1' where kind = 'PAYOUT'`, 'outflow:TIME'],
  ])('names %s', async (_what, statement, key) => {
    await completeOrder(host);
    await change(statement);
    expect(await keys()).toEqual([key]);
  });

  test('names a payout that counts far below its price', async () => {
    await completeOrder(host);
    await writeTrustedPrices(host.database, [{ symbol: 'USDT', price: '1', priced_at: host.context.now() }], host.context.now());
    expect(await keys()).toEqual([]);
    await change(`update outbox set usd_value = '1900' where kind = 'PAYOUT'`);
    await change(`update outflows set usd_value = '1900'`);
    expect(await keys()).toEqual(['send:PAYOUT:ID:value']);
  });

  test('agrees with an order that is not paid out yet', async () => {
    const made = await makeOrder(host);
    host.chain('bitcoin').pay({ address: made.order.depositAddress }, 'btc', '0.1');
    host.chain('tron').mode = 'down';
    await mineAndTick(host, ['bitcoin'], 5);
    host.chain('tron').mode = 'up';
    expect(await keys()).toEqual([]);
  });
});
