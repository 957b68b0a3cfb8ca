import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Order } from '../../../contract/api/orders.ts';
import { createExchangeApp } from '../../../tests/support/browser/exchangeStores.ts';
import {
  at,
  SAMPLE_DESTINATION,
  SAMPLE_ORDER_ID,
  SAMPLE_TIME,
  sampleDeposit,
  sampleOrder,
  sampleOrders,
  sampleRefundInfo,
} from '../../../tests/support/samples/sampleOrder.ts';
import { orderPageGroup } from './OrderPageStore.ts';

beforeEach(() => void vi.useFakeTimers({ now: SAMPLE_TIME }));
afterEach(() => void vi.useRealTimers());

/** Opens the page of an order. `change` lets the host answer with another state. */
async function open(first: Order) {
  let answer = first;
  const { shell, stores } = createExchangeApp({
    answers: { 'orders.publicInfo': () => answer, 'orders.refundInfo': () => sampleRefundInfo() },
  });
  const { orderPage, ...page } = orderPageGroup(stores);
  await orderPage.load(SAMPLE_ORDER_ID, SAMPLE_DESTINATION);
  return {
    ...page,
    orderPage,
    calls: (name: 'orders.publicInfo' | 'orders.refundInfo') => shell.callsOf(name).length,
    change: async (next: Order) => {
      answer = next;
      await page.order.refresh();
    },
  };
}

test('loads the amounts of a decision with the order, and of an order without one nothing', async () => {
  expect((await open(sampleOrders.wrongAmount())).calls('orders.refundInfo')).toBe(1);
  expect((await open(sampleOrder())).calls('orders.refundInfo')).toBe(0);
});

test('polls the order until it ends or the page is left', async () => {
  const { orderPage, calls, change } = await open(sampleOrder());
  const stop = orderPage.start();
  await vi.advanceTimersByTimeAsync(60_000);
  const polled = calls('orders.publicInfo');
  expect(polled).toBeGreaterThan(2);
  await change({ ...sampleOrders.completed(), serverTime: at(100) });
  const ended = calls('orders.publicInfo');
  await vi.advanceTimersByTimeAsync(60_000);
  expect(calls('orders.publicInfo')).toBe(ended);
  stop();

  const left = await open(sampleOrder());
  left.orderPage.start()();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(left.calls('orders.publicInfo')).toBe(1);
});

test('renews the offer only while the decision is open', async () => {
  const { orderPage, calls, change } = await open(sampleOrder());
  const stop = orderPage.start();
  await change({ ...sampleOrders.wrongAmount(), serverTime: at(2) });
  await vi.advanceTimersByTimeAsync(120_000);
  expect(calls('orders.refundInfo')).toBeGreaterThan(1);
  await change({ ...sampleOrders.payingOut(), serverTime: at(200) });
  const asked = calls('orders.refundInfo');
  await vi.advanceTimersByTimeAsync(120_000);
  expect(calls('orders.refundInfo')).toBe(asked);
  stop();
});

test('loads the refund again when its deposits change', async () => {
  const refund = sampleOrders.refundRequested();
  const { orderPage, calls, change } = await open(refund);
  const stop = orderPage.start();
  expect(calls('orders.refundInfo')).toBe(1);
  await change({ ...refund, serverTime: at(300), deposits: [...refund.deposits, sampleDeposit({ txHash: 'cd'.repeat(32) })] });
  expect(calls('orders.refundInfo')).toBe(2);
  stop();
});

test('records the order on this device, and its later states', async () => {
  const { orderPage, deviceOrders, change } = await open(sampleOrder());
  const stop = orderPage.start();
  expect(deviceOrders.records?.map(({ orderId, stage }) => [orderId, stage])).toEqual([[SAMPLE_ORDER_ID, 'awaitingDeposit']]);
  await change({ ...sampleOrders.confirming(), serverTime: at(5) });
  expect(deviceOrders.records?.map(({ stage }) => stage)).toEqual(['confirming']);
  stop();
});

test('borrows the pass of an address for this tab, and says so once', async () => {
  const { orderPage, orderTokens, notifications } = await open(sampleOrder());
  const token = 'k'.repeat(43);
  expect(orderPage.takePass(SAMPLE_ORDER_ID, '#details')).toBe(false);
  expect(orderPage.takePass(SAMPLE_ORDER_ID, `#pass=${token}`)).toBe(true);
  expect(orderPage.takePass(SAMPLE_ORDER_ID, `#pass=${token}`)).toBe(true);
  expect([orderTokens.all(SAMPLE_ORDER_ID), notifications.list.map(({ message }) => message)]).toEqual([
    [token],
    ['pass.opened'],
  ]);
  expect(orderPage.takePass(SAMPLE_ORDER_ID, '#pass=short')).toBe(true);
  expect(notifications.list.at(-1)?.message).toBe('pass.incomplete');
});
