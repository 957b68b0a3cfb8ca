import { afterEach, beforeEach, expect, test } from 'vitest';
import { subtract } from '../../../contract/money.ts';
import { listLedgerEntries } from '../../db/repositories/ledger.ts';
import { MAX_RETRY_DELAY_MS, mineAndTick, readStatus, reconcileNow, runOperator } from '../../orders/testing/hostActions.ts';
import {
  ADDRESSES,
  makeOrder,
  readOrder,
  startOrderHost,
  type MadeOrder,
  type OrderHost,
} from '../../orders/testing/orderHost.ts';

let host: OrderHost;
beforeEach(async () => {
  host = await startOrderHost();
});
afterEach(async () => {
  await host.close();
});

async function completeOrder(): Promise<MadeOrder> {
  const made = await makeOrder(host);
  host.chain('bitcoin').pay({ address: made.order.depositAddress }, 'btc', '0.1');
  await mineAndTick(host, ['bitcoin', 'tron'], 30);
  return made;
}

test('states what arrived when a token kept a part of the payout, and waits for an operator', async () => {
  host.chain('tron').keeps = '0.5';
  const made = await completeOrder();
  const order = await readOrder(host, made);
  const [withdrawal] = order.withdrawals;
  const arrivedAmount = subtract(withdrawal?.amount ?? '0', '0.5');
  expect(order).toMatchObject({ status: 'COMPLETED', withdrawals: [{ arrivedAmount }] });
  expect(order.receipt?.document.withdrawals).toMatchObject([{ amount: withdrawal?.amount, arrivedAmount }]);

  const payout = `PAYOUT:${made.order.orderId}`;
  expect(await runOperator(host, 'list', 'SHORT')).toContain(`${arrivedAmount} arrived`);
  expect(await runOperator(host, 'settle', payout, 'sent', 'by', 'hand')).toBe(`${payout} is settled: sent by hand`);
  expect(await runOperator(host, 'list', 'SHORT')).toContain('No unresolved items');
  expect(await runOperator(host, 'settle', payout, 'again')).toContain('Nothing was done');
  expect(await runOperator(host, 'show', made.order.orderId)).toContain(`${arrivedAmount} arrived (sent by hand)`);
});

test('names no arrived amount when all of it arrived', async () => {
  const order = await readOrder(host, await completeOrder());
  expect(order.status).toBe('COMPLETED');
  expect(order.withdrawals[0]).not.toHaveProperty('arrivedAmount');
  expect(order.receipt?.document.withdrawals[0]).not.toHaveProperty('arrivedAmount');
});

test('books what a token kept of a sweep as a network fee', async () => {
  expect(await reconcileNow(host)).toEqual([]);
  const made = await makeOrder(host, {
    from: 'usdttrc20',
    to: 'btc',
    amount: '50',
    destination: ADDRESSES.bitcoin,
    refund: ADDRESSES.tron,
  });
  host.chain('tron').pay({ address: made.order.depositAddress }, 'usdttrc20', '50');
  host.chain('tron').keeps = '0.5';
  await mineAndTick(host, ['bitcoin', 'tron'], 60);
  host.advanceClock(MAX_RETRY_DELAY_MS);
  await mineAndTick(host, ['bitcoin', 'tron'], 30);
  expect(await readStatus(host, made)).toBe('COMPLETED');
  const entries = await listLedgerEntries(host.database, made.order.orderId);
  const kept = entries.filter(({ account, instrument }) => account === 'NETWORK_FEES' && instrument === 'usdttrc20');
  expect(kept.map(({ amount }) => amount)).toEqual(['0.5']);
  expect(await reconcileNow(host)).toEqual([]);
});
