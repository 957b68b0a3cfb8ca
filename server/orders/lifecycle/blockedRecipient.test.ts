import { afterEach, beforeEach, expect, test } from 'vitest';
import { RECIPIENT_BLOCKED } from '../../ports/chain/chainGateway.ts';
import { mineAndTick, MAX_RETRY_DELAY_MS, readStatus, reconcileNow, runOperator } from '../testing/hostActions.ts';
import {
  ADDRESSES,
  eventKinds,
  makeOrder,
  readOrder,
  startOrderHost,
  type MadeOrder,
  type OrderHost,
} from '../testing/orderHost.ts';
import { refundUndeliverablePayout } from './cancelPayout.ts';

let host: OrderHost;
beforeEach(async () => {
  host = await startOrderHost();
  await reconcileNow(host);
});
afterEach(async () => {
  await host.close();
});

/** Pays an order whose destination the token blocks after the order was created. */
async function payBlocked(wish: { refund?: null } = {}): Promise<MadeOrder> {
  const made = await makeOrder(host, wish);
  host.chain('tron').blocked.add(made.destination);
  host.chain('bitcoin').pay({ address: made.order.depositAddress }, 'btc', '0.1');
  await mineAndTick(host, ['bitcoin', 'tron'], 6);
  return made;
}

test('refunds the deposit when the token blocks the recipient, and states the reason', async () => {
  const made = await payBlocked();
  await mineAndTick(host, ['bitcoin', 'tron'], 6);
  const order = await readOrder(host, made);
  expect(order).toMatchObject({ status: 'REFUNDED', refundReason: 'RECIPIENT_BLOCKED', withdrawals: [], attention: null });
  expect(eventKinds(order)).toEqual(expect.arrayContaining(['REFUND_REQUESTED', 'REFUND_COMPLETED']));
  expect(order.receipt?.document).toMatchObject({ outcome: 'REFUNDED', refundReason: 'RECIPIENT_BLOCKED' });
  expect(host.chain('bitcoin').receivedBy(ADDRESSES.bitcoin)).toHaveLength(1);
  expect(host.chain('tron').receivedBy(made.destination)).toEqual([]);
  expect(await reconcileNow(host)).toEqual([]);
});

test('refunds the deposit when the token blocks the recipient while the payout is on its way', async () => {
  const made = await makeOrder(host);
  host.chain('bitcoin').pay({ address: made.order.depositAddress }, 'btc', '0.1');
  await mineAndTick(host, ['bitcoin'], 3);
  expect((await readOrder(host, made)).withdrawals[0]?.sentAt).toBeTruthy();
  host.chain('tron').blocked.add(made.destination);
  host.chain('tron').failsSends = true;
  await mineAndTick(host, ['bitcoin', 'tron'], 8);
  expect(await readOrder(host, made)).toMatchObject({ status: 'REFUNDED', refundReason: 'RECIPIENT_BLOCKED', withdrawals: [] });
  expect(host.chain('bitcoin').receivedBy(ADDRESSES.bitcoin)).toHaveLength(1);
  expect(await reconcileNow(host)).toEqual([]);
});

test('waits for an operator when the order has no refund address', async () => {
  const made = await payBlocked({ refund: null });
  const { orderId } = made.order;
  expect(await readOrder(host, made)).toMatchObject({ status: 'PAYING_OUT', attention: { reason: 'PAYOUT_DELAYED' } });
  expect(await runOperator(host, 'list', 'REFUSED')).toContain(`PAYOUT:${orderId}  REFUSED RECIPIENT_BLOCKED`);
  expect(await runOperator(host, 'refund', orderId, ADDRESSES.bitcoin)).toContain('The payout is cancelled');
  await mineAndTick(host, ['bitcoin', 'tron'], 6);
  expect(await readOrder(host, made)).toMatchObject({ status: 'REFUNDED', refundReason: 'RECIPIENT_BLOCKED' });
});

test('pays out when the token stops blocking the recipient', async () => {
  const made = await payBlocked({ refund: null });
  host.chain('tron').blocked.clear();
  host.advanceClock(MAX_RETRY_DELAY_MS);
  await mineAndTick(host, ['bitcoin', 'tron'], 30);
  expect(await readStatus(host, made)).toBe('COMPLETED');
});

test('refunds no payout that its network knows', async () => {
  const made = await makeOrder(host);
  host.chain('bitcoin').pay({ address: made.order.depositAddress }, 'btc', '0.1');
  await mineAndTick(host, ['bitcoin'], 3);
  const id = `PAYOUT:${made.order.orderId}`;
  const refused = { state: 'REFUSED', reason: RECIPIENT_BLOCKED } as const;
  await host.database.updateTable('outbox').set(refused).where('id', '=', id).execute();
  await refundUndeliverablePayout(host.context, host.chain('tron'), id);
  expect(await readStatus(host, made)).toBe('PAYING_OUT');
});

test('keeps a payout that could not be refunded because the deposit is dust', async () => {
  const made = await makeOrder(host);
  host.chain('tron').blocked.add(made.destination);
  host.chain('bitcoin').pay({ address: made.order.depositAddress }, 'btc', '0.1');
  host.chain('bitcoin').fee = '1';
  await mineAndTick(host, ['bitcoin', 'tron'], 6);
  expect(await readStatus(host, made)).toBe('PAYING_OUT');
});

test('rejects a destination that the token blocks already', async () => {
  host.chain('tron').blocked.add(ADDRESSES.tron);
  await expect(makeOrder(host)).rejects.toMatchObject({
    code: 'ERR_VALIDATION',
    details: { field: 'destinationAddress', code: 'error_address_blocked' },
  });
});

test('rejects a refund address that the token blocks already, at create and later', async () => {
  host.chain('tron').blocked.add(ADDRESSES.tron);
  const wish = { from: 'usdttrc20', to: 'btc', amount: '500', destination: ADDRESSES.bitcoin } as const;
  const problem = { details: { field: 'refundAddress', code: 'error_address_blocked' } };
  await expect(makeOrder(host, { ...wish, refund: ADDRESSES.tron })).rejects.toMatchObject(problem);
  const made = await makeOrder(host, { ...wish, refund: null });
  host.desk.maximum = '100';
  host.chain('tron').pay({ address: made.order.depositAddress }, 'usdttrc20', '501');
  await mineAndTick(host, ['tron'], 20);
  expect(await readStatus(host, made)).toBe('DECISION_NEEDED');
  const { orderId, destinationAddress } = made.order;
  const named = { orderId, destinationAddress, refundAddress: ADDRESSES.tron, refundAmount: '1', claimedNetworkFee: '1' };
  await expect(host.orders.requestRefund(named, { orderToken: made.token, clientAddress: null })).rejects.toMatchObject(problem);
});

test('accepts a destination while the network does not answer', async () => {
  host.chain('tron').blocked.add(ADDRESSES.tron);
  host.chain('tron').isBlocked = () => Promise.reject(new Error('no node answers'));
  expect((await makeOrder(host)).order.status).toBe('AWAITING_DEPOSIT');
});
