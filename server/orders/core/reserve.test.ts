import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Decimal } from '../../../contract/money.ts';
import type { Executor } from '../../db/database.ts';
import { makeOrder, startOrderHost, type OrderHost } from '../testing/orderHost.ts';
import { deductFromTreasury } from '../../payments/treasury.ts';
import { reserve, reserveUnconditionally } from './reservations.ts';

const USDT = 'usdttrc20';

let host: OrderHost;
let orderIds: string[];
beforeEach(async () => {
  host = await startOrderHost();
  orderIds = [];
  for (let count = 0; count < 4; count += 1) orderIds.push((await makeOrder(host)).order.orderId);
  await host.database.updateTable('treasury_balances').set({ amount: '10' }).where('instrument', '=', USDT).execute();
});
afterEach(async () => {
  await host.close();
});

const of = (order: number, amount: Decimal) => ({ orderId: orderIds[order] ?? '', instrument: USDT, amount });
const inTransaction = async <Result>(work: (transaction: Executor) => Promise<Result>): Promise<Result> =>
  await host.database.transaction().execute(work);

test('the reservations of one transaction never exceed the reserve together', async () => {
  await inTransaction(async (transaction) => {
    expect(await reserve(host.context, transaction, of(0, '6'))).toBe(true);
    expect(await reserve(host.context, transaction, of(1, '4.000001'))).toBe(false);
    expect(await reserve(host.context, transaction, of(1, '4'))).toBe(true);
    expect(await reserve(host.context, transaction, of(2, '0.000001'))).toBe(false);
    // An order that reserves again gives back what it had.
    expect(await reserve(host.context, transaction, of(0, '3'))).toBe(true);
    expect(await reserve(host.context, transaction, of(2, '3.000001'))).toBe(false);
    expect(await reserve(host.context, transaction, of(2, '3'))).toBe(true);
  });
});

test('a booked send and an unconditional reservation count in the same transaction', async () => {
  await inTransaction(async (transaction) => {
    expect(await reserve(host.context, transaction, of(0, '1'))).toBe(true);
    await deductFromTreasury(transaction, USDT, '5');
    expect(await reserve(host.context, transaction, of(1, '4.000001'))).toBe(false);
    expect(await reserve(host.context, transaction, of(1, '1'))).toBe(true);
    await reserveUnconditionally(transaction, of(2, '3'));
    expect(await reserve(host.context, transaction, of(3, '0.000001'))).toBe(false);
  });
});

test('a transaction reads all reservations once', async () => {
  await inTransaction(async (transaction) => {
    const executed = vi.spyOn(transaction, 'executeQuery');
    for (const order of [0, 1, 2, 3]) expect(await reserve(host.context, transaction, of(order, '2'))).toBe(true);
    const texts = executed.mock.calls.map(([query]) => ('sql' in query ? query.sql : ''));
    expect(texts.filter((text) => text.includes('from "reservations" where "instrument"'))).toHaveLength(1);
  });
});
