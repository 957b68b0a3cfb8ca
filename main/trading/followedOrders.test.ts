import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createFakeLive } from '../../tests/support/browser/fakeLive.ts';
import { createFakePlatform } from '../../tests/support/browser/fakePlatform.ts';
import { sampleDeposit, sampleOrder } from '../../tests/support/samples/sampleOrder.ts';
import { createSubscriptions } from '../live/subscriptions.ts';
import { openFollowedOrders } from './followedOrders.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'orders-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const ORDER = sampleOrder();
const FOLLOWED = { orderId: ORDER.orderId, destinationAddress: 'TJRyWwFs9wTFGZg3JbrVriFbNfCug5tDeC' };

function setUp() {
  const fake = createFakeLive();
  const stages: string[] = [];
  const orders = openFollowedOrders({
    file: join(folder, 'orders.json'),
    subscriptions: createSubscriptions(fake.live),
    api: createFakePlatform().platform.transport,
    onStage: (_order, stage) => stages.push(stage),
  });
  const say = (data: object) =>
    fake.latest().say({
      channel: 'orders',
      event: 'orders.order',
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
  orders.follow([]);
  expect(orders.running()).toEqual([]);
});
