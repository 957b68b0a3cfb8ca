import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ApiError } from '../../contract/errors.ts';
import { createFakeLive } from '../../tests/support/browser/fakeLive.ts';
import { createFakePlatform, type Answers } from '../../tests/support/browser/fakePlatform.ts';
import { sampleDeposit, sampleOrder } from '../../tests/support/samples/sampleOrder.ts';
import { createSubscriptions } from '../live/subscriptions.ts';
import { temporaryFolder } from '../../tests/support/temporaryFolder.ts';
import { openFollowedOrders } from './followedOrders.ts';

let folder: string;
beforeEach(() => {
  folder = temporaryFolder();
});
afterEach(() => void vi.useRealTimers());

const ORDER = sampleOrder();
const FOLLOWED = { orderId: ORDER.orderId, destinationAddress: 'TJRyWwFs9wTFGZg3JbrVriFbNfCug5tDeC' };

function setUp(answers: Answers = {}) {
  const fake = createFakeLive();
  const stages: string[] = [];
  const orders = openFollowedOrders({
    file: join(folder, 'orders.json'),
    subscriptions: createSubscriptions(fake.live),
    api: createFakePlatform(answers).platform.transport,
    onStage: (_order, stage) => stages.push(stage),
    onUnsaved: () => undefined,
  });
  const say = (data: object, event = 'orders.order') =>
    fake.latest().say({
      channel: 'orders',
      event,
      data,
      subscriptionId: (fake.latest().sent.at(-1)?.['data'] as { subscriptionId?: string } | undefined)?.subscriptionId,
    });
  return { fake, orders, stages, say };
}

it('reports each new stage of an order, and keeps it until it ends', () => {
  const { fake, orders, stages, say } = setUp();
  orders.follow([FOLLOWED]);
  fake.latest().open();
  say(ORDER);
  say({ ...ORDER, deposits: [sampleDeposit()] });
  expect(orders.running()).toHaveLength(1);
  say({ ...ORDER, status: 'COMPLETED' });
  expect(stages).toEqual(['depositSeen', 'completed']);
  expect([orders.running(), fake.latest().isClosed]).toEqual([[], true]);
  expect(setUp().fake.sockets).toEqual([]);
});

it('follows a running order after a restart', () => {
  setUp().orders.follow([FOLLOWED]);
  const { fake, orders, say } = setUp();
  fake.latest().open();
  expect(fake.latest().sent).toMatchObject([{ event: 'orders.watch', data: FOLLOWED }]);
  say(ORDER);
  expect(orders.running().map(({ orderId }) => orderId)).toEqual([ORDER.orderId]);
});

it('reports after a restart what has changed meanwhile, once', () => {
  const first = setUp();
  first.orders.follow([FOLLOWED]);
  first.fake.latest().open();
  first.say(ORDER);
  for (let restart = 0; restart < 2; restart += 1) {
    const { fake, stages, say } = setUp();
    fake.latest().open();
    say({ ...ORDER, deposits: [sampleDeposit()] });
    expect(stages).toEqual(restart === 0 ? ['depositSeen'] : []);
  }
});

it('keeps the orders of one window when another follows its own, until they are unfollowed', () => {
  const { fake, orders, say } = setUp();
  const other = { ...FOLLOWED, orderId: 'b'.repeat(22) };
  orders.follow([FOLLOWED]);
  fake.latest().open();
  say(ORDER);
  orders.follow([other]);
  orders.follow([]);
  say({ ...ORDER, orderId: other.orderId });
  expect(orders.running().map(({ orderId }) => orderId)).toEqual([ORDER.orderId, other.orderId]);
  orders.unfollow([other.orderId, 'c'.repeat(22)]);
  expect(orders.running().map(({ orderId }) => orderId)).toEqual([ORDER.orderId]);
  const again = setUp();
  again.fake.latest().open();
  expect(again.fake.latest().sent).toMatchObject([{ data: FOLLOWED }]);
});

it.each([
  ['live connection', false],
  ['call', true],
])('forgets an order that the host does not know, told by the %s', async (_by, isSilent) => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date'] });
  const { fake, orders, say } = setUp({
    'orders.publicInfo': () => Promise.reject(new ApiError('ERR_NOT_FOUND_E', 'unknown')),
  });
  orders.follow([FOLLOWED]);
  fake.latest().open();
  if (isSilent) await vi.advanceTimersByTimeAsync(20_000);
  else say({ code: 'ERR_NOT_FOUND_E', message: 'unknown' }, 'error');
  expect(fake.latest().isClosed).toBe(true);
  expect(setUp().fake.sockets).toEqual([]);
});
