import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ApiError } from '../../../contract/errors.ts';
import { createFakePlatform, type Answers } from '../../../tests/support/browser/fakePlatform.ts';
import {
  at,
  SAMPLE_DESTINATION,
  SAMPLE_ORDER_ID,
  SAMPLE_TIME,
  sampleOrder,
  sampleOrders,
  specifiedOrder,
} from '../../../tests/support/samples/sampleOrder.ts';
import { OrderStore, type OrderSnapshot } from './OrderStore.ts';

const clock = { now: () => Date.now() };
const unknown = () => Promise.reject(new ApiError('ERR_NOT_FOUND_E', 'No such order'));
const silent = () => Promise.reject(new ApiError('ERR_SERVICE_UNAVAILABLE', 'No answer'));

beforeEach(() => vi.useFakeTimers({ now: SAMPLE_TIME }));
afterEach(() => vi.useRealTimers());

function setUp(publicInfo: Answers['orders.publicInfo'], snapshot: OrderSnapshot | null = null) {
  const fake = createFakePlatform(publicInfo ? { 'orders.publicInfo': publicInfo } : {});
  const store = new OrderStore({ platform: fake.platform, clock, snapshot });
  return { store, ...fake, polls: () => fake.callsOf('orders.publicInfo').length };
}

test('polls an open order every 5 s', async () => {
  const { store, polls } = setUp(() => sampleOrder());
  await store.load(SAMPLE_ORDER_ID, SAMPLE_DESTINATION);
  const stop = store.start();
  expect(polls()).toBe(1);
  await vi.advanceTimersByTimeAsync(15_000);
  expect(polls()).toBe(4);
  stop();
  await vi.advanceTimersByTimeAsync(15_000);
  expect(polls()).toBe(4);
});

test.each(['completed', 'refunded'] as const)('stops polling when the order is %s', async (name) => {
  let answer = sampleOrders.confirming();
  const { store, polls } = setUp(() => answer);
  await store.load(SAMPLE_ORDER_ID, SAMPLE_DESTINATION);
  store.start();
  answer = sampleOrders[name]();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(polls()).toBe(2);
  expect(store.stage).toBe(name);
});

test('polls an ended order while a claim is held', async () => {
  let answer = { ...sampleOrders.completed(), claims: [{ txHash: 'ababab•••abab', state: 'HELD' as const }] };
  const { store, polls } = setUp(() => answer);
  await store.load(SAMPLE_ORDER_ID, SAMPLE_DESTINATION);
  store.start();
  await vi.advanceTimersByTimeAsync(15_000);
  expect([polls(), store.isSettled]).toEqual([4, false]);
  answer = { ...answer, claims: [] };
  await vi.advanceTimersByTimeAsync(60_000);
  expect([polls(), store.isSettled]).toEqual([5, true]);
});

test('stops polling when the address is incorrect', async () => {
  const { store, polls } = setUp(unknown);
  await store.load(SAMPLE_ORDER_ID, 'somebody else');
  store.start();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(store.state).toBe('destinationIncorrect');
  expect(polls()).toBe(1);
});

test('shows the last state as stale after a failed poll until the next response', async () => {
  let publicInfo: NonNullable<Answers['orders.publicInfo']> = () => sampleOrder();
  const { store, polls } = setUp((input, options) => publicInfo(input, options));
  await store.load(SAMPLE_ORDER_ID, SAMPLE_DESTINATION);
  store.start();
  publicInfo = silent;
  await vi.advanceTimersByTimeAsync(5_000);
  expect(store.isStale).toBe(true);
  expect(store.stage).toBe('awaitingDeposit');
  expect(store.updatedAt).toBe(SAMPLE_TIME);
  publicInfo = () => sampleOrders.confirming();
  await vi.advanceTimersByTimeAsync(5_000);
  expect(store.isStale).toBe(false);
  expect(store.stage).toBe('confirming');
  expect(polls()).toBe(3);
});

test('fails the first load without a response and keeps trying', async () => {
  let publicInfo: NonNullable<Answers['orders.publicInfo']> = silent;
  const { store } = setUp((input, options) => publicInfo(input, options));
  await store.load(SAMPLE_ORDER_ID, SAMPLE_DESTINATION);
  expect(store.state).toBe('failed');
  store.start();
  publicInfo = () => sampleOrder();
  await vi.advanceTimersByTimeAsync(5_000);
  expect(store.state).toBe('ready');
});

test('pauses polling while hidden and polls at once when visible', async () => {
  const { store, polls, setVisible, setOnline } = setUp(() => sampleOrder());
  await store.load(SAMPLE_ORDER_ID, SAMPLE_DESTINATION);
  store.start();
  setVisible(false);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(polls()).toBe(1);
  setVisible(true);
  await vi.advanceTimersByTimeAsync(0);
  expect(polls()).toBe(2);
  setOnline(true);
  await vi.advanceTimersByTimeAsync(0);
  expect(polls()).toBe(3);
});

test('does not poll again before a slow host responds', async () => {
  const { store, polls } = setUp(() => new Promise((resolve) => setTimeout(() => resolve(sampleOrder()), 12_000)));
  void store.load(SAMPLE_ORDER_ID, SAMPLE_DESTINATION);
  store.start();
  await vi.advanceTimersByTimeAsync(11_000);
  expect(polls()).toBe(2);
});

test("uses the host's time, whatever the device's clock is", async () => {
  vi.setSystemTime(SAMPLE_TIME + 3_600_000);
  const { store } = setUp(() => sampleOrder({ serverTime: at(2) }));
  await store.load(SAMPLE_ORDER_ID, SAMPLE_DESTINATION);
  expect(store.serverNow()).toBe(SAMPLE_TIME + 120_000);
  vi.advanceTimersByTime(1_000);
  expect(store.serverNow()).toBe(SAMPLE_TIME + 121_000);
});

test('makes no call without a destination address', async () => {
  const { store, polls } = setUp(() => sampleOrder());
  await store.load(SAMPLE_ORDER_ID, null);
  store.start();
  await vi.advanceTimersByTimeAsync(20_000);
  expect(store.state).toBe('destinationMissing');
  expect(polls()).toBe(0);
});

test('ignores a response that is older than the current one', async () => {
  const { store } = setUp(() => sampleOrders.confirming());
  await store.load(SAMPLE_ORDER_ID, SAMPLE_DESTINATION);
  store.take({ ...sampleOrders.payingOut(), serverTime: at(9) });
  store.take({ ...sampleOrders.confirming(), serverTime: at(8) });
  expect(store.stage).toBe('payingOut');
});

test('ignores a response for an order that was left', async () => {
  const late = Promise.withResolvers<ReturnType<typeof sampleOrder>>();
  const { store } = setUp(({ orderId }) => (orderId === SAMPLE_ORDER_ID ? late.promise : sampleOrder({ orderId })));
  const first = store.load(SAMPLE_ORDER_ID, SAMPLE_DESTINATION);
  await store.load('another', SAMPLE_DESTINATION);
  late.resolve(sampleOrder());
  await first;
  expect(store.order?.orderId).toBe('another');
});

test('polls a server-rendered order at once', async () => {
  const snapshot: OrderSnapshot = {
    orderId: SAMPLE_ORDER_ID,
    destinationAddress: SAMPLE_DESTINATION,
    state: 'ready',
    order: sampleOrder(),
  };
  const { store, polls } = setUp(() => sampleOrders.confirming(), snapshot);
  expect(store.stage).toBe('awaitingDeposit');
  store.start();
  await vi.advanceTimersByTimeAsync(0);
  expect(polls()).toBe(1);
  expect(store.stage).toBe('confirming');
});

test('accepts a response with only the specified fields', async () => {
  const { refunds: _r, serverTime: _s, isExpired: _e, ...specified } = specifiedOrder(sampleOrder());
  const { store } = setUp(() => specified as ReturnType<typeof sampleOrder>);
  await store.load(SAMPLE_ORDER_ID, SAMPLE_DESTINATION);
  expect(store.order?.refunds).toEqual([]);
  expect(store.stage).toBe('awaitingDeposit');
  expect(store.serverNow()).toBe(SAMPLE_TIME);
});

test('ignores a device clock that is days wrong', async () => {
  let now = SAMPLE_TIME;
  let publicInfo: NonNullable<Answers['orders.publicInfo']> = silent;
  const fake = createFakePlatform({ 'orders.publicInfo': (input, options) => publicInfo(input, options) });
  const order = sampleOrder({ serverTime: at(2) });
  const snapshot: OrderSnapshot = { orderId: SAMPLE_ORDER_ID, destinationAddress: SAMPLE_DESTINATION, state: 'ready', order };
  const store = new OrderStore({ platform: fake.platform, clock: { now: () => now }, snapshot });
  // After hydration the device's clock applies, which is three days ahead.
  now += 3 * 24 * 3_600_000;
  expect([store.serverNow(), store.ageMs()]).toEqual([Date.parse(at(2)), 0]);
  await store.refresh();
  now += 4_000;
  expect([store.serverNow(), store.ageMs()]).toEqual([Date.parse(at(2)) + 4_000, 4_000]);
  publicInfo = () => sampleOrder({ serverTime: at(3) });
  await store.refresh();
  now += 1_000;
  expect([store.serverNow(), store.ageMs()]).toEqual([Date.parse(at(3)) + 1_000, 1_000]);
});
