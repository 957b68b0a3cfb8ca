import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { ApiError } from '../../../contract/errors.ts';
import type { OrderStatus } from '../../../contract/order.ts';
import type { Answers } from '../../../tests/support/browser/fakePlatform.ts';
import { createFakePlatform } from '../../../tests/support/browser/fakePlatform.ts';
import { createFakeLive } from '../../../tests/support/browser/fakeLive.ts';
import {
  at,
  SAMPLE_DESTINATION,
  SAMPLE_ORDER_ID,
  SAMPLE_TIME,
  sampleOrder,
  sampleOrders,
} from '../../../tests/support/samples/sampleOrder.ts';
import { samplePurchase } from '../../../tests/support/samples/samplePurchase.ts';
import { signSample } from '../../../tests/support/samples/sampleGuarantee.ts';
import { OrderStore } from './OrderStore.ts';

const clock = { now: () => Date.now() };

beforeEach(() => vi.useFakeTimers({ now: SAMPLE_TIME }));
afterEach(() => vi.useRealTimers());

async function setUp({ canPush = true, publicInfo }: { canPush?: boolean; publicInfo?: Answers['orders.publicInfo'] } = {}) {
  const { live, latest, sockets } = createFakeLive();
  const fake = createFakePlatform({ 'orders.publicInfo': publicInfo ?? (() => sampleOrder({ serverTime: now() })) }, { live });
  const store = new OrderStore({ platform: fake.platform, clock, snapshot: null, canPush: () => canPush });
  await store.load(SAMPLE_ORDER_ID, SAMPLE_DESTINATION);
  const stop = store.start();
  const first = fake.callsOf('orders.publicInfo').length;
  return { ...fake, store, stop, latest, sockets, polls: () => fake.callsOf('orders.publicInfo').length - first };
}

const now = () => new Date().toISOString();
const pushed = (data: unknown) => ({ channel: 'orders', event: 'orders.order', subscriptionId: 'order', data });
const unchanged = () => ({
  channel: 'orders',
  event: 'orders.unchanged',
  subscriptionId: 'order',
  data: { serverTime: now() },
});
/** A healthy host: it sends a message every five seconds. */
async function passWithWords(milliseconds: number, say: (message: unknown) => void): Promise<void> {
  for (let passed = 0; passed < milliseconds; passed += 5_000) {
    await vi.advanceTimersByTimeAsync(5_000);
    say(unchanged());
  }
}

describe('an order pushed by the host', () => {
  test('is loaded once and updated without polling', async () => {
    const { store, latest, polls } = await setUp();
    latest().open();
    expect(latest().sent).toEqual([
      {
        event: 'orders.watch',
        data: { orderId: SAMPLE_ORDER_ID, destinationAddress: SAMPLE_DESTINATION, subscriptionId: 'order' },
      },
    ]);
    latest().say(pushed(sampleOrder({ serverTime: now() })));
    await passWithWords(60_000, latest().say);
    expect(polls()).toBe(0);
    expect(store.ageMs()).toBe(0);
    expect(store.serverNow()).toBe(Date.now());
    latest().say(pushed({ ...sampleOrders.confirming(), serverTime: now() }));
    expect(store.stage).toBe('confirming');
  });

  test('keeps what the host sent last when an older answer arrives after it', async () => {
    const { store, latest } = await setUp();
    latest().open();
    latest().say(pushed({ ...sampleOrders.completed(), serverTime: now() }));
    await vi.advanceTimersByTimeAsync(5);
    // Read before the order was completed, and answered after that.
    store.take({ ...sampleOrders.confirming(), serverTime: now() });
    expect(store.stage).toBe('confirming');
    await passWithWords(5_000, latest().say);
    expect(store.stage).toBe('completed');
  });

  test('is polled at once and every 5 s while the socket is down', async () => {
    const { latest, polls, sockets } = await setUp();
    latest().open();
    latest().say(pushed(sampleOrder({ serverTime: now() })));
    latest().drop();
    await vi.advanceTimersByTimeAsync(0);
    expect(polls()).toBe(1);
    await vi.advanceTimersByTimeAsync(11_000);
    expect(polls()).toBe(3);
    expect(sockets.length).toBe(2);
    latest().open();
    latest().say(pushed(sampleOrder({ serverTime: now() })));
    await passWithWords(30_000, latest().say);
    expect(polls()).toBe(3);
  });

  test('replaces a silent connection and polls meanwhile', async () => {
    const { latest, polls, sockets } = await setUp();
    const first = latest();
    first.open();
    first.say(pushed(sampleOrder({ serverTime: now() })));
    await vi.advanceTimersByTimeAsync(13_000);
    expect(polls()).toBe(1);
    expect(first.isClosed).toBe(false);
    await vi.advanceTimersByTimeAsync(3_000);
    expect(first.isClosed).toBe(true);
    expect(sockets).toHaveLength(2);
    latest().open();
    expect(latest().sent).toHaveLength(1);
    // Messages of the closed connection are ignored.
    first.say(pushed({ ...sampleOrders.completed(), serverTime: now() }));
    latest().say(pushed({ ...sampleOrders.confirming(), serverTime: now() }));
  });

  test('is polled when the host refuses the push, and subscribed again later', async () => {
    const { latest, polls, sockets } = await setUp();
    latest().open();
    const data = { code: 'ERR_TOO_MANY_REQUESTS', message: 'Too many watches at once.' };
    latest().say({ channel: 'orders', event: 'error', subscriptionId: 'order', data });
    await vi.advanceTimersByTimeAsync(0);
    expect(polls()).toBe(1);
    await vi.advanceTimersByTimeAsync(20_000);
    expect(polls()).toBeGreaterThanOrEqual(4);
    expect(sockets).toHaveLength(2);
  });

  test('is loaded when the page becomes visible or the device online', async () => {
    const { latest, polls, setVisible, setOnline } = await setUp();
    latest().open();
    latest().say(pushed(sampleOrder({ serverTime: now() })));
    setVisible(false);
    await passWithWords(20_000, latest().say);
    expect(polls()).toBe(0);
    setVisible(true);
    await vi.advanceTimersByTimeAsync(0);
    expect(polls()).toBe(1);
    setOnline(true);
    await vi.advanceTimersByTimeAsync(0);
    expect(polls()).toBe(2);
  });

  test('polls a hidden page slowly only with notifications on', async () => {
    const { store, latest, polls, setVisible } = await setUp();
    latest().drop();
    setVisible(false);
    await vi.advanceTimersByTimeAsync(120_000);
    expect(polls()).toBe(0);
    store.updatesWhileHidden = true;
    setVisible(true);
    setVisible(false);
    await vi.advanceTimersByTimeAsync(90_000);
    expect(polls()).toBe(1 + 3);
  });

  test('subscribes to another order when the page changes', async () => {
    const { store, latest, sockets } = await setUp({ publicInfo: ({ orderId }) => sampleOrder({ orderId, serverTime: now() }) });
    const first = latest();
    first.open();
    await store.load('another', SAMPLE_DESTINATION);
    expect(first.isClosed).toBe(true);
    expect(sockets).toHaveLength(2);
    latest().open();
    expect(latest().sent).toMatchObject([{ data: { orderId: 'another' } }]);
  });

  test('shows a status of a newer host as processing', async () => {
    const { store, latest } = await setUp();
    latest().open();
    latest().say(pushed(sampleOrder({ status: 'TELEPORTED' as OrderStatus, serverTime: at(2) })));
    expect(store.stage).toBe('processing');
  });

  test('ignores messages that are not orders', async () => {
    const { store, latest } = await setUp();
    latest().open();
    for (const data of [null, {}, { orderId: SAMPLE_ORDER_ID }, { ...sampleOrders.completed(), orderId: 'another' }]) {
      latest().say(pushed(data));
    }
    latest().say('no json');
    expect(store.stage).toBe('awaitingDeposit');
  });
});

test('polls a host without push and opens no connection', async () => {
  const { sockets, polls } = await setUp({ canPush: false });
  await vi.advanceTimersByTimeAsync(15_000);
  expect(polls()).toBe(3);
  expect(sockets).toHaveLength(0);
});

test('polls a card purchase, which no socket without a session may watch', async () => {
  const { sockets, polls } = await setUp({
    publicInfo: () => samplePurchase({}, { orderId: SAMPLE_ORDER_ID, serverTime: now() }),
  });
  await vi.advanceTimersByTimeAsync(10_000);
  expect([sockets.length, polls()]).toEqual([0, 2]);
});

test('polls a paid order while a later deposit can become another order', async () => {
  const guarantee = signSample({ laterDeposits: { rule: 'NEW_ORDER', withinHours: '24' } });
  const { polls } = await setUp({
    canPush: false,
    publicInfo: () => ({ ...sampleOrders.completed(), guarantee, serverTime: now() }),
  });
  await vi.advanceTimersByTimeAsync(60_000);
  expect(polls()).toBe(12);
  await vi.advanceTimersByTimeAsync(25 * 3_600_000);
  const last = polls();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(polls()).toBe(last);
});

test('shows the order as stale after a failed poll during a silent push', async () => {
  let isSilent = false;
  const { store, latest } = await setUp({
    publicInfo: () =>
      isSilent
        ? Promise.reject(new ApiError('ERR_SERVICE_UNAVAILABLE', 'No answer'))
        : Promise.resolve(sampleOrder({ serverTime: now() })),
  });
  latest().open();
  latest().say(pushed(sampleOrder({ serverTime: now() })));
  isSilent = true;
  latest().drop();
  await vi.advanceTimersByTimeAsync(0);
  expect(store.isStale).toBe(true);
  expect(store.stage).toBe('awaitingDeposit');
});

test('stops polling and pushing', async () => {
  const { stop, latest, polls } = await setUp();
  latest().open();
  stop();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(latest().isClosed).toBe(true);
  expect(polls()).toBe(0);
});
