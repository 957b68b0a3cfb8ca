import { afterEach, beforeEach, expect, test } from 'vitest';
import { addCustomer, balanceOf, startSwap } from '../../affiliates/testing/customers.ts';
import { findOrder, listOrdersAtAddress } from '../../db/repositories/orders.ts';
import { mineAndTick, reconcileNow } from '../testing/hostActions.ts';
import { makeOrder, readOrder, startOrderHost, type OrderHost } from '../testing/orderHost.ts';

// 0.1 BTC at 60,000 USDT; the network fee is 1.5 USDT.
let host: OrderHost;
beforeEach(async () => {
  host = await startOrderHost();
});
afterEach(() => host.close());

const rowOf = async (orderId: string) => (await findOrder(host.database, orderId)) ?? expect.fail('no order');

test('a floating order is priced with the platform fee of its creation, a new one with the fee of now', async () => {
  const before = await makeOrder(host);
  host.desk.platformFeePercent = '2';
  const after = await makeOrder(host);
  for (const { order } of [before, after]) host.chain('bitcoin').pay({ address: order.depositAddress }, 'btc', '0.1');
  await mineAndTick(host, ['bitcoin', 'tron'], 5);
  expect((await rowOf(before.order.orderId)).settlement).toMatchObject({ platform_fee: '30', payout_amount: '5968.5' });
  expect((await rowOf(after.order.orderId)).settlement).toMatchObject({ platform_fee: '120', payout_amount: '5878.5' });
});

test('the offer of a decision and the order of a later deposit have the platform fee of the first order', async () => {
  const made = await makeOrder(host, { rateMode: 'FIXED' });
  host.desk.platformFeePercent = '2';
  host.chain('bitcoin').pay({ address: made.order.depositAddress }, 'btc', '0.2');
  await host.tick();
  expect((await readOrder(host, made)).attention).toMatchObject({ reason: 'WRONG_DEPOSIT_AMOUNT' });
  const { offer } = await host.orders.refundInfo(made.order.orderId);
  expect(offer).toMatchObject({ amountToGet: '11938.5', fees: '61.5' });

  host.desk.platformFeePercent = '0.5';
  const floating = await makeOrder(host);
  const pay = () => host.chain('bitcoin').pay({ address: floating.order.depositAddress }, 'btc', '0.1');
  pay();
  await mineAndTick(host, ['bitcoin', 'tron'], 5);
  host.desk.platformFeePercent = '2';
  pay();
  await mineAndTick(host, ['bitcoin', 'tron'], 5);
  const [, later = ''] = await listOrdersAtAddress(host.database, floating.order.orderId);
  expect((await rowOf(later)).settlement).toMatchObject({ platform_fee: '30', payout_amount: '5968.5' });
});

test('the shares of a fixed-rate order follow the platform fee of its creation', async () => {
  const anna = await addCustomer(host);
  await reconcileNow(host);
  host.desk.platformFeePercent = '1.5';
  await startSwap(host, { code: anna.code, rateMode: 'FIXED' });
  host.desk.platformFeePercent = '0';
  await mineAndTick(host, ['bitcoin', 'tron'], 5);
  // 1.5 of 2 % is shared: 40 % of three quarters of the fee of 90 USDT.
  expect(await balanceOf(host, anna)).toBe('27');
  expect(await reconcileNow(host)).toEqual([]);
});
