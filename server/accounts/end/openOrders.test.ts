import { afterEach, beforeEach, expect, test } from 'vitest';
import { eraseAccount } from '../../db/repositories/accounts/accountData.ts';
import { claimOrder } from '../../db/repositories/accounts/orderOwners.ts';
import { completeOrder } from '../../orders/testing/hostActions.ts';
import { makeOrder, startOrderHost, type OrderHost } from '../../orders/testing/orderHost.ts';
import { addCustomer } from '../../withdrawals/testing/withdrawalHost.ts';
import { cheapPasswords } from '../testing/customers.ts';
import { createAccountEnd } from './accountEnd.ts';

const DAY_MS = 24 * 3_600_000;

let host: OrderHost;
let userId: number;
beforeEach(async () => {
  host = await startOrderHost();
  ({ userId } = await addCustomer(host.database, host.context.now()));
});
afterEach(async () => {
  await host.close();
});

async function obstacles() {
  const options = {
    database: host.database,
    passwords: cheapPasswords,
    now: host.context.now,
    rules: { minimumWithdrawal: '20' },
  };
  return (await createAccountEnd(options).closing(userId)).obstacles;
}

test('a claimed order prevents closing the account while it can be paid or holds money', async () => {
  const made = await makeOrder(host);
  expect(await obstacles()).toEqual([]);
  await claimOrder(host.database, made.order.orderId, userId);
  expect(await obstacles()).toEqual(['ORDER']);
  host.advanceClock(2 * DAY_MS);
  expect(await obstacles()).toEqual([]);

  const paid = await makeOrder(host);
  await claimOrder(host.database, paid.order.orderId, userId);
  host.chain('bitcoin').pay({ address: paid.order.depositAddress }, 'btc', '0.1');
  await host.tick();
  host.advanceClock(2 * DAY_MS);
  expect(await obstacles()).toEqual(['ORDER']);
});

test('a closed account leaves its orders to who has their order tokens', async () => {
  const { order } = await completeOrder(host);
  await claimOrder(host.database, order.orderId, userId);
  await eraseAccount(host.database, userId, host.context.now());
  const other = await addCustomer(host.database, host.context.now());
  expect(await claimOrder(host.database, order.orderId, other.userId)).toBe(true);
});

test('a claimed order that has ended does not prevent closing the account', async () => {
  const { order } = await completeOrder(host);
  await claimOrder(host.database, order.orderId, userId);
  expect(await obstacles()).toEqual([]);
});
