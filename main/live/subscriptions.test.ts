import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { SOCKET_RECONNECT_MS } from '../../contract/limits.ts';
import { createFakeLive } from '../../tests/support/browser/fakeLive.ts';
import { createSubscriptions } from './subscriptions.ts';

beforeEach(() => {
  vi.useFakeTimers();
  // The mean delay of a reconnect
  vi.spyOn(Math, 'random').mockReturnValue(0.5);
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

function setUp() {
  const fake = createFakeLive();
  const subscriptions = createSubscriptions(fake.live);
  const heard: unknown[] = [];
  const silences: string[] = [];
  const add = (orderId: string) =>
    subscriptions.add({
      start: (subscriptionId) => ({ event: 'orders.watch', data: { orderId, destinationAddress: 'd', subscriptionId } }),
      end: (subscriptionId) => ({ event: 'orders.unwatch', data: { subscriptionId } }),
      onMessage: ({ data }) => heard.push(data),
      onSilence: () => silences.push(orderId),
    });
  const events = () => fake.latest().sent.map(({ event, data }) => [event, (data as { orderId?: string }).orderId]);
  return { fake, subscriptions, add, heard, silences, events };
}

it('subscribes again after a reconnect, and ignores answers to an earlier request', async () => {
  const { fake, add, heard, events } = setUp();
  const first = add('1');
  add('2');
  fake.latest().open();
  fake.latest().say({ event: 'orders.order', data: 'a', subscriptionId: 'main-1' });
  first.renew();
  fake.latest().say({ event: 'orders.order', data: 'late', subscriptionId: 'main-1' });
  expect(heard).toEqual(['a']);
  fake.latest().drop();
  await vi.advanceTimersByTimeAsync(SOCKET_RECONNECT_MS);
  fake.latest().open();
  expect(fake.sockets).toHaveLength(2);
  expect(events()).toEqual([
    ['orders.watch', '2'],
    ['orders.watch', '1'],
  ]);
});

it('reports each silence once per 15 seconds', async () => {
  const { fake, add, silences } = setUp();
  add('1');
  add('2');
  fake.latest().open();
  await vi.advanceTimersByTimeAsync(10_000);
  fake.latest().say({ event: 'orders.unchanged', data: {}, subscriptionId: 'main-1' });
  await vi.advanceTimersByTimeAsync(14_000);
  expect(silences).toEqual(['2']);
});

it('disconnects after the last subscription', () => {
  const { fake, add } = setUp();
  const subscription = add('1');
  fake.latest().open();
  subscription.end();
  expect([fake.latest().isClosed, vi.getTimerCount()]).toEqual([true, 0]);
});
