import { expect, test, vi } from 'vitest';
import { observable, runInAction } from 'mobx';
import type { HistoryEntry, HistoryInput, OrderHistory } from '../../../contract/api/history.ts';
import { ApiError } from '../../../contract/errors.ts';
import { createFakePlatform } from '../../../tests/support/browser/fakePlatform.ts';
import { sampleOrder } from '../../../tests/support/samples/sampleOrder.ts';
import { AccountHistoryStore } from './AccountHistoryStore.ts';

const NOW = Date.parse('2026-11-20T12:00:00.000Z');
const COUNTS = [{ state: 'open' as const, count: 1, hasMore: false }];

function page(orderId: string, nextCursor: string | null = null): OrderHistory {
  const entry: HistoryEntry = { order: sampleOrder({ orderId }), state: 'open', match: null, source: 'SESSION' };
  return { entries: [entry], nextCursor, counts: COUNTS };
}

/** A host with one open order, two pages of ended ones, and what `find` finds. */
async function create(find: (search: string) => OrderHistory | Promise<OrderHistory> = page) {
  const fake = createFakePlatform({
    'orders.history': ({ search, state, cursor }: HistoryInput) => {
      if (search !== undefined) return find(search);
      if (state === 'open') return page('open');
      return cursor === undefined ? page('done', 'next') : page('old');
    },
    'orders.historyTable': () => 'created,order\r\n',
  });
  const note = vi.fn();
  const accountOrders = observable({ claimed: 0, note });
  const dependencies = { platform: fake.platform, health: { hasFeature: () => true }, clock: { now: () => NOW }, accountOrders };
  const store = new AccountHistoryStore({ ...dependencies, snapshot: null });
  await store.orders.load();
  const ids = () => store.orders.items?.map(({ order }) => order.orderId);
  const inputs = () => fake.calls.splice(0).map(({ input }) => input);
  return { ...fake, dependencies, accountOrders, note, store, ids, inputs };
}

test('lists open orders before pages of ended ones, and notes that they are the customer’s', async () => {
  const { store, dependencies, ids, inputs, note } = await create();
  expect([ids(), store.counts, store.state]).toEqual([['open', 'done'], COUNTS, 'ready']);
  await store.orders.loadMore();
  expect([ids(), store.orders.hasMore]).toEqual([['open', 'done', 'old'], false]);
  expect(inputs()).toEqual([{ state: 'open', limit: '50' }, { state: 'ended' }, { state: 'ended', cursor: 'next' }]);
  expect(note.mock.calls.flat(2)).toEqual(['open', 'done', 'old']);
  const continued = new AccountHistoryStore({ ...dependencies, snapshot: store.snapshot() });
  expect([continued.orders.items?.length, note.mock.lastCall]).toEqual([3, [['open', 'done', 'old']]]);
});

test('asks for what the filters let through, and saves the same as a table', async () => {
  const { store, inputs } = await create();
  inputs();
  store.setFilters({ state: 'open', coin: 'btc' });
  await vi.waitFor(() => expect(store.orders.isLoading).toBe(false));
  store.setFilters({ state: 'refunded', period: 'month' });
  await vi.waitFor(() => expect(store.orders.isLoading).toBe(false));
  const month = { coin: 'btc', since: '2026-10-21T12:00:00.000Z', state: 'refunded' };
  expect(inputs()).toEqual([{ coin: 'btc', state: 'open', limit: '50' }, month]);
  // Spreadsheets need the mark, which a browser takes off the answer.
  expect(await store.table()).toBe('\u{FEFF}created,order\r\n');
  expect(inputs()).toEqual([month]);
});

test('shows the answer to the last search only, and ends the search with an empty text', async () => {
  const first = Promise.withResolvers<OrderHistory>();
  const { store, inputs } = await create((search) => (search === 'first' ? first.promise : page(search)));
  inputs();
  const searching = store.find('first');
  await store.find(' second ');
  first.resolve(page('first'));
  await searching;
  expect([store.found?.map(({ order }) => order.orderId), store.state]).toEqual([['second'], 'ready']);
  expect(inputs()).toEqual([{ search: 'first' }, { search: 'second' }]);
  await store.find('abc');
  expect([store.found, inputs()]).toEqual([null, []]);
});

test('reports a search that failed until the next one starts', async () => {
  const { store } = await create(() => Promise.reject(new ApiError('ERR_SERVICE_UNAVAILABLE', 'down')));
  await store.find('0x9c41');
  expect(store.state).toBe('failed');
  await store.find('');
  expect(store.state).toBe('ready');
});

test('lists the orders again when one was added to the account', async () => {
  const { store, accountOrders, callsOf } = await create();
  const stop = store.start();
  runInAction(() => (accountOrders.claimed += 1));
  expect(callsOf('orders.history')).toHaveLength(4);
  stop();
  runInAction(() => (accountOrders.claimed += 1));
  expect(callsOf('orders.history')).toHaveLength(4);
});
