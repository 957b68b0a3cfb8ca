import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Order } from '../../../contract/api/orders.ts';
import { ApiError } from '../../../contract/errors.ts';
import { createFakePlatform, type Answers } from '../../../tests/support/browser/fakePlatform.ts';
import {
  at,
  SAMPLE_DESTINATION,
  SAMPLE_ORDER_ID,
  SAMPLE_TIME,
  sampleDeposit,
  sampleOrder,
  sampleOrders,
} from '../../../tests/support/samples/sampleOrder.ts';
import { readExport, writeExport, writeTable } from './orderExport.ts';
import { DeviceOrders } from './DeviceOrders.ts';
import { isOver } from './orderRecords.ts';
import { OrderTokens } from './OrderTokens.ts';

const TOKEN = 't'.repeat(43);
const OTHER_ID = 'anotherOrder0000000000';
const clock = { now: () => Date.now() };

beforeEach(() => vi.useFakeTimers({ now: SAMPLE_TIME }));
afterEach(() => vi.useRealTimers());

function setUp(answers: Answers = {}) {
  const fake = createFakePlatform(answers);
  const own = new Set<string>();
  const page = () => {
    const tokens = new OrderTokens(fake.platform);
    const store = new DeviceOrders({ platform: fake.platform, clock, tokens, isOwn: (orderId) => own.has(orderId) });
    store.load();
    return { store, tokens };
  };
  return { ...fake, ...page(), own, page, requests: () => fake.callsOf('orders.publicInfo').map(({ input }) => input) };
}

/** Imports like the page. Returns the number of orders in the file, or null for another file. */
function importText(store: DeviceOrders, text: string): number | null {
  const orders = readExport(text);
  if (orders) store.add(orders);
  return orders && orders.length;
}

const ids = (store: DeviceOrders) => store.records?.map(({ orderId }) => orderId);
const later = () => sampleOrder({ orderId: OTHER_ID, createdAt: at(10) });

test('stores neither an order of the signed-in customer nor its pass', () => {
  const { store, own, page, platform } = setUp();
  store.record(sampleOrder());
  store.record(later());
  new OrderTokens(platform).store(SAMPLE_ORDER_ID, TOKEN);
  own.add(SAMPLE_ORDER_ID);
  store.record(sampleOrder());
  expect(ids(page().store)).toEqual([OTHER_ID]);
  expect(new OrderTokens(platform).get(SAMPLE_ORDER_ID)).toBeNull();
  own.add(OTHER_ID);
  store.leaveToAccount();
  expect([ids(store), ids(page().store)]).toEqual([[], []]);
});

test('lists orders newest first and finds them after a reload', () => {
  const { store, page } = setUp();
  store.record(sampleOrder());
  store.record(later());
  store.record(sampleOrders.confirming());
  expect(ids(store)).toEqual([OTHER_ID, SAMPLE_ORDER_ID]);
  expect(page().store.find(SAMPLE_ORDER_ID)).toMatchObject({
    stage: 'confirming',
    destinationAddress: SAMPLE_DESTINATION,
    amountFrom: '0.05',
    amountTo: '3483.9',
    from: { slug: 'btc', ticker: 'BTC', network: 'Bitcoin', logo: '/static/coins/btc.svg', networkLogo: null },
  });
});

test('remembers a saved pass after updates', () => {
  const { store, page } = setUp();
  store.record(sampleOrder());
  store.notePassSaved(SAMPLE_ORDER_ID);
  store.record(sampleOrders.confirming());
  expect(page().store.find(SAMPLE_ORDER_ID)?.isPassSaved).toBe(true);
  store.notePassSaved('never seen');
  expect(ids(store)).toEqual([SAMPLE_ORDER_ID]);
});

test('refreshes open orders one at a time while the page is visible', async () => {
  const { store, requests, setVisible } = setUp({
    'orders.publicInfo': ({ orderId }) => ({ ...sampleOrders.completed(), orderId }),
  });
  store.record(sampleOrder());
  setVisible(false);
  const stop = store.start();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(requests()).toHaveLength(1);
  expect(requests()[0]).toEqual({ orderId: SAMPLE_ORDER_ID, destinationAddress: SAMPLE_DESTINATION });
  expect(store.find(SAMPLE_ORDER_ID)?.stage).toBe('completed');
  setVisible(true);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(requests()).toHaveLength(1);
  stop();
});

test.each([
  ['completed', sampleOrders.completed()],
  ['refunded', sampleOrders.refunded()],
])('refreshes an order that was recently %s once for each visit', async (_how, ended) => {
  let attention: NonNullable<Order['attention']> | null = null;
  const { store, page, requests } = setUp({ 'orders.publicInfo': () => ({ ...ended, attention }) });
  store.record(ended);
  const stop = store.start();
  await vi.advanceTimersByTimeAsync(120_000);
  expect(requests()).toHaveLength(1);
  expect(store.isSettled).toBe(true);
  stop();
  attention = { reason: 'EXTRA_DEPOSIT', actions: ['REFUND'], deadline: null };
  store.load();
  expect(store.isSettled).toBe(false);
  const stopAgain = store.start();
  await vi.advanceTimersByTimeAsync(0);
  expect(page().store.find(SAMPLE_ORDER_ID)).toMatchObject({ hasExtra: true });
  // It needs a decision, so it is refreshed like any open order.
  await vi.advanceTimersByTimeAsync(60_000);
  expect(requests()).toHaveLength(4);
  attention = null;
  await vi.advanceTimersByTimeAsync(60_000);
  expect(requests()).toHaveLength(5);
  expect(store.isSettled).toBe(true);
  stopAgain();
});

test.each([
  [9, 1],
  [11, 0],
])('refreshes an order that ended %i days ago %i times', async (days, times) => {
  const { store, requests } = setUp({ 'orders.publicInfo': () => sampleOrders.completed() });
  store.record(sampleOrders.completed());
  vi.setSystemTime(SAMPLE_TIME + days * 24 * 3_600_000);
  await store.refresh();
  expect(requests()).toHaveLength(times);
});

test('treats an ended order with an extra deposit as open', () => {
  const { store } = setUp();
  const isRecordOver = () => store.records?.map(isOver);
  store.record(sampleOrders.completed());
  expect(isRecordOver()).toEqual([true]);
  const attention = { reason: 'EXTRA_DEPOSIT' as const, actions: ['REFUND' as const], deadline: null };
  store.record({ ...sampleOrders.completed(), attention });
  expect(isRecordOver()).toEqual([false]);
});

test('refreshes at most twenty orders, one at a time', async () => {
  let running = 0;
  let most = 0;
  const { store, requests } = setUp({
    'orders.publicInfo': async ({ orderId }) => {
      running += 1;
      most = Math.max(most, running);
      await Promise.resolve();
      running -= 1;
      return sampleOrder({ orderId });
    },
  });
  for (let place = 10; place < 40; place += 1) store.record(sampleOrder({ orderId: `${'o'.repeat(20)}${place}` }));
  await store.refresh();
  expect(requests()).toHaveLength(20);
  expect(most).toBe(1);
});

test('ends the round without a response, but not at an unknown order', async () => {
  let failure = new ApiError('ERR_TOO_MANY_REQUESTS', 'Slower');
  const { store, requests } = setUp({
    'orders.publicInfo': ({ orderId }) => (orderId === OTHER_ID ? Promise.reject(failure) : sampleOrders.completed()),
  });
  store.record(sampleOrder());
  store.record(later());
  await store.refresh();
  expect(requests()).toHaveLength(1);
  expect(store.isStale).toBe(true);
  failure = new ApiError('ERR_NOT_FOUND_E', 'Unknown');
  await store.refresh();
  expect(store.isStale).toBe(false);
  expect(store.find(SAMPLE_ORDER_ID)?.stage).toBe('completed');
  expect(ids(store)).toContain(OTHER_ID);
});

test('keeps an order deleted that was deleted during its refresh', async () => {
  const answer = Promise.withResolvers<ReturnType<typeof sampleOrder>>();
  const { store } = setUp({ 'orders.publicInfo': () => answer.promise });
  store.record(sampleOrder());
  const round = store.refresh();
  store.remove(SAMPLE_ORDER_ID);
  answer.resolve(sampleOrder());
  await round;
  expect(ids(store)).toEqual([]);
});

test('writes only changes, and only for orders in the list', () => {
  const { store, page, platform } = setUp();
  store.record(sampleOrder());
  const written = platform.storage.get('orders');
  store.update(sampleOrder({ serverTime: at(9) }));
  expect(platform.storage.get('orders')).toBe(written);
  store.update(sampleOrders.confirming());
  expect(page().store.find(SAMPLE_ORDER_ID)?.stage).toBe('confirming');
  page().store.remove(SAMPLE_ORDER_ID);
  store.update(sampleOrders.completed());
  expect([store.records, page().store.records]).toEqual([[], []]);
});

test('imports only a few passes for each order', () => {
  const list = JSON.parse(setUpExport()) as { orders: Record<string, unknown>[] };
  const passes = ['a', 'b', 'c', 'd', 'e'].map((letter) => letter.repeat(43));
  const other = setUp();
  importText(other.store, JSON.stringify({ ...list, orders: list.orders.map((order) => ({ ...order, passes })) }));
  expect(other.tokens.all(SAMPLE_ORDER_ID)).toEqual(passes.slice(0, 3));
});

test('deletes the pass of a deleted order only', () => {
  const { store, tokens, platform } = setUp();
  store.record(sampleOrder());
  store.record(later());
  tokens.store(SAMPLE_ORDER_ID, TOKEN);
  tokens.store(OTHER_ID, TOKEN);
  store.remove(SAMPLE_ORDER_ID);
  expect([tokens.get(SAMPLE_ORDER_ID), tokens.get(OTHER_ID)]).toEqual([null, TOKEN]);
  store.clear();
  expect([platform.storage.get('orders'), platform.storage.get('order-tokens')]).toEqual([null, null]);
});

test('deletes and stores nothing while switched off, and starts empty when switched on', () => {
  const { store, tokens, platform, page } = setUp();
  store.record(sampleOrder());
  tokens.store(SAMPLE_ORDER_ID, TOKEN);
  store.setStoring(false);
  store.record(later());
  expect([platform.storage.get('orders'), platform.storage.get('order-tokens')]).toEqual([null, null]);
  expect(page().store).toMatchObject({ isStored: false, records: [] });
  store.setStoring(true);
  store.record(later());
  expect(page().store.isStored).toBe(true);
  expect(ids(page().store)).toEqual([OTHER_ID]);
});

test('exports the passes and imports them once on another device', () => {
  const { store, tokens } = setUp();
  store.record(sampleOrder());
  tokens.store(SAMPLE_ORDER_ID, TOKEN);
  const file = writeExport(store.records ?? [], tokens, 'All of my orders');
  expect(file).toContain('All of my orders');
  const other = setUp();
  expect(importText(other.store, file)).toBe(1);
  expect(importText(other.store, file)).toBe(1);
  expect(other.store.records).toEqual(store.records);
  expect(other.tokens.all(SAMPLE_ORDER_ID)).toEqual([TOKEN]);
});

test('imports missing orders without changing known ones', () => {
  const { store, tokens } = setUp();
  store.record(sampleOrder());
  store.record(later());
  const file = writeExport(store.records ?? [], tokens, '').replaceAll('awaitingDeposit', 'refunded');
  const other = setUp();
  other.store.record(sampleOrders.confirming());
  importText(other.store, file);
  expect(other.store.find(SAMPLE_ORDER_ID)?.stage).toBe('confirming');
  expect(other.store.find(OTHER_ID)?.stage).toBe('refunded');
});

test.each(['', 'no', '[]', '{"kind":"order-pass"}', '{"kind":"orders"}', '{"kind":"orders","orders":5}'])(
  '"%s" is no list, and changes nothing',
  (text) => {
    const { store } = setUp();
    expect(importText(store, text)).toBeNull();
    expect(store.records).toEqual([]);
  },
);

test('rejects imported records with another shape', () => {
  const { store, page } = setUp();
  const good = JSON.parse(setUpExport()) as { orders: Record<string, unknown>[] };
  const [order = {}] = good.orders;
  const bad = [
    { ...order, orderId: '../../etc' },
    { ...order, stage: 'toString' },
    { ...order, amountTo: '<b>1</b>' },
    { ...order, createdAt: 'yesterday' },
    { ...order, destinationAddress: 'a b' },
    { ...order, from: null },
    { ...order, from: { slug: 'btc', ticker: 'BTC', network: 'Bitcoin', logo: '//other.example/track.svg', networkLogo: null } },
    { ...order, amountRefunded: 'all' },
    { ...order, amountRefunded: undefined },
    { ...order, firstOrderId: '../../etc' },
    { ...order, isPassSaved: 'yes' },
    null,
    5,
  ];
  const passes = ['short', 5, TOKEN];
  const file = JSON.stringify({ ...good, orders: [...bad, { ...order, passes, extra: 'x' }] });
  expect(importText(store, file)).toBe(1);
  expect(JSON.stringify(store.records)).not.toContain('extra');
  expect(page().tokens.all(SAMPLE_ORDER_ID)).toEqual([TOKEN]);
});

function setUpExport(): string {
  const { store, tokens } = setUp();
  store.record(sampleOrder());
  return writeExport(store.records ?? [], tokens, '');
}

test('exports a table without secrets and formulas', () => {
  const { store, tokens } = setUp();
  const from = { ...sampleOrder().pair.instrumentFrom, currencyTitle: 'A,"B"' };
  store.record(sampleOrder({ orderId: '-F3KQ9VD21XMb0sW4nTzyA', pair: { ...sampleOrder().pair, instrumentFrom: from } }));
  tokens.store('-F3KQ9VD21XMb0sW4nTzyA', TOKEN);
  const [heading, row, end] = writeTable(store.records ?? []).split('\r\n');
  expect(heading).toBe(
    '\u{FEFF}created,order,state,rate,amount_from,currency_from,network_from,amount_to,currency_to,network_to,amount_refunded,address',
  );
  expect(row).toBe(`${at(0)},-F3KQ9VD21XMb0sW4nTzyA,awaitingDeposit,FIXED,,"A,""B""",Bitcoin,,USDT,TRON,,${SAMPLE_DESTINATION}`);
  expect(end).toBe('');
});

test('exports only amounts that were moved', () => {
  const { store } = setUp();
  const amountsOf = (order: Order) => {
    store.record(order);
    const [, row = ''] = writeTable(store.records ?? []).split('\r\n');
    return [4, 7, 10].map((column) => row.split(',')[column]);
  };
  expect(amountsOf(sampleOrders.expired())).toEqual(['', '', '']);
  expect(amountsOf(sampleOrders.wrongAmount())).toEqual(['0.048', '', '']);
  expect(amountsOf(sampleOrders.completed())).toEqual(['0.05', '3483.9', '']);
  expect(amountsOf(sampleOrders.refunded())).toEqual(['0.048', '', '0.04791']);
});

test('asks to send until the rate or the time is lost, and to decide until the deadline', () => {
  const { store } = setUp();
  const askedOf = (order: Order) => {
    store.record(order);
    return [store.records?.[0]?.amountToSend, store.records?.[0]?.dueAt];
  };
  expect(askedOf(sampleOrder())).toEqual(['0.05', at(20)]);
  expect(askedOf(sampleOrder({ rateHeld: false }))).toEqual([null, null]);
  const part = [sampleDeposit({ amount: '0.02' })];
  expect(askedOf(sampleOrder({ deposits: part, waitsFor: 'REST' }))).toEqual(['0.03', at(20)]);
  expect(askedOf(sampleOrders.wrongAmount())).toEqual([null, at(24 * 60)]);
  expect(askedOf(sampleOrders.completed())).toEqual([null, null]);
});

test('does not list the order of a later deposit again after the customer deleted it', async () => {
  const later = { orderId: OTHER_ID, amount: '1', status: 'CONFIRMING', createdAt: at(9) } as const;
  const { store, tokens, requests } = setUp({ 'orders.publicInfo': () => sampleOrder({ orderId: OTHER_ID }) });
  const first = sampleOrder({ laterOrders: [later] });
  store.record(first);
  await store.addLinked(first);
  expect([store.find(OTHER_ID)?.orderId, requests().length]).toEqual([OTHER_ID, 1]);
  store.remove(OTHER_ID);
  await store.addLinked(first);
  expect([store.find(OTHER_ID), tokens.get(OTHER_ID), requests().length]).toEqual([null, null, 1]);
});

test('shares a pass that was opened in a tab only for that tab', () => {
  const { tokens } = setUp();
  tokens.storeForTab(SAMPLE_ORDER_ID, TOKEN);
  tokens.share(SAMPLE_ORDER_ID, OTHER_ID);
  expect([tokens.get(OTHER_ID), tokens.isTabOnly(OTHER_ID)]).toEqual([TOKEN, true]);
});
