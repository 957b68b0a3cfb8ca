import { observable, runInAction } from 'mobx';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Order } from '../../../contract/api/orders.ts';
import type { FollowedOrder } from '../../../contract/schemas/trading.ts';
import { createExchangeApp } from '../../../tests/support/browser/exchangeStores.ts';
import { sampleOrder, sampleOrders, SAMPLE_TIME } from '../../../tests/support/samples/sampleOrder.ts';
import { AccountHistoryStore } from '../history/AccountHistoryStore.ts';
import { RunningStore } from './RunningStore.ts';

beforeEach(() => void vi.useFakeTimers({ now: SAMPLE_TIME }));
afterEach(() => void vi.useRealTimers());

const id = (letter: string): string => letter.repeat(22);

/** The running orders of a device with the orders `own`, and of an account with the orders `listed`. */
function create({ own = [], listed = [] }: { own?: Order[]; listed?: Order[] }) {
  const follow = vi.fn((_orders: readonly FollowedOrder[]) => undefined);
  const unfollow = vi.fn((_orderIds: readonly string[]) => undefined);
  const orders = [...own, ...listed];
  const { stores, shell } = createExchangeApp({
    services: { runningOrders: { follow, unfollow } },
    answers: {
      'orders.publicInfo': ({ orderId }) => orders.find((order) => order.orderId === orderId) ?? sampleOrder(),
      'orders.history': ({ state }) => {
        const entries = state === 'open' ? listed : [];
        const entry = { state: 'open', match: null, source: 'SESSION' } as const;
        return { entries: entries.map((order) => ({ order, ...entry })), nextCursor: null, counts: [] };
      },
    },
  });
  const { platform, clock, health, deviceOrders } = stores;
  own.forEach((order) => deviceOrders.record(order));
  const accountOrders = observable({ isOn: listed.length > 0, note: () => undefined, claimed: 0 });
  const page = observable<{ order: Order | null }>({ order: null });
  const account = new AccountHistoryStore({ platform, health, clock, accountOrders, snapshot: null });
  const store = new RunningStore({ platform, clock, health, deviceOrders, account, accountOrders, page });
  const ids = (records: readonly { orderId: string }[]) => records.map(({ orderId }) => orderId[0]).join('');
  return { store, deviceOrders, accountOrders, page, shell, follow, unfollow, ids };
}

test('lists questions first, then payments by their time, then the others', async () => {
  const { store, ids } = create({
    own: [
      { ...sampleOrders.confirming(), orderId: id('c') },
      sampleOrder({ orderId: id('p'), expiresAt: '2026-11-20T14:50:00.000Z' }),
      sampleOrder({ orderId: id('q') }),
      { ...sampleOrders.wrongAmount(), orderId: id('d') },
    ],
  });
  const stop = store.start();
  expect(ids(store.running)).toBe('dqpc');
  stop();
});

test('lists completed orders of today apart from running ones, and no others that ended', async () => {
  const today = new Date(SAMPLE_TIME).toISOString();
  const { store, ids } = create({
    own: [
      { ...sampleOrders.completed(), orderId: id('c'), createdAt: today },
      { ...sampleOrders.expired(), orderId: id('e'), createdAt: today },
      { ...sampleOrders.completed(), orderId: id('o'), createdAt: '2026-11-18T10:00:00.000Z' },
    ],
  });
  const stop = store.start();
  expect([ids(store.running), ids(store.doneToday)]).toEqual(['', 'c']);
  stop();
});

test('follows the orders of the account until the customer signs out', async () => {
  const { store, accountOrders, ids, follow, unfollow } = create({
    own: [sampleOrder({ orderId: id('a') })],
    listed: [sampleOrder({ orderId: id('b') })],
  });
  const stop = store.start();
  await vi.advanceTimersByTimeAsync(0);
  expect([ids(store.running), ids(follow.mock.calls.flat(2))]).toEqual(['ab', 'ab']);
  runInAction(() => (accountOrders.isOn = false));
  expect([ids(store.running), unfollow.mock.calls]).toEqual(['a', [[[id('b')]]]]);
  expect(store.orderOf(id('b'))).toBeNull();
  stop();
  expect([store.orderOf(id('a')), unfollow.mock.calls.length]).toEqual([null, 1]);
});

test('lists the account’s orders again while the window is visible, and when its page shows another order', async () => {
  const { store, page, shell } = create({ listed: [sampleOrder()] });
  const asked = () => shell.callsOf('orders.history').filter(({ input }) => 'state' in Object(input)).length / 2;
  const stop = store.start();
  expect(asked()).toBe(1);
  await vi.advanceTimersByTimeAsync(30_000);
  expect(asked()).toBe(2);
  runInAction(() => (page.order = sampleOrder()));
  runInAction(() => (page.order = sampleOrder({ serverTime: '2026-11-20T14:10:00.000Z' })));
  expect(asked()).toBe(3);
  shell.setVisible(false);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(asked()).toBe(3);
  stop();
});

test('follows twenty orders live, and prefers the newer state of an order', async () => {
  const own = Array.from({ length: 21 }, (_, place) => sampleOrder({ orderId: id(String.fromCharCode(97 + place)) }));
  const { store, deviceOrders, shell } = create({ own });
  const stop = store.start();
  await vi.advanceTimersByTimeAsync(0);
  expect(new Set(shell.callsOf('orders.publicInfo').map(({ input }) => JSON.stringify(input))).size).toBe(20);
  deviceOrders.update({ ...sampleOrders.confirming(), orderId: id('a'), serverTime: '2026-11-20T14:30:00.000Z' });
  expect(store.records.find(({ orderId }) => orderId === id('a'))?.stage).toBe('confirming');
  stop();
});
