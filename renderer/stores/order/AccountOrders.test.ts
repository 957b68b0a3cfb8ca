import { beforeEach, expect, test, vi } from 'vitest';
import type { HistoryEntry } from '../../../contract/api/history.ts';
import { ApiError } from '../../../contract/errors.ts';
import { createFakePlatform, type Answers } from '../../../tests/support/browser/fakePlatform.ts';
import { sampleOrder } from '../../../tests/support/samples/sampleOrder.ts';
import { AccountOrders } from './AccountOrders.ts';
import { OrderTokens } from '../deviceOrders/OrderTokens.ts';

const id = (place: number): string => String(place).padStart(22, 'A');
const entry = (orderId: string): HistoryEntry => ({
  order: sampleOrder({ orderId }),
  state: 'open',
  match: null,
  source: 'SESSION',
});

let session: { isSignedIn: boolean; account: { userId: number } | null };
beforeEach(() => {
  asked = [];
  session = { isSignedIn: true, account: { userId: 7 } };
});

function create(answers: Answers = {}) {
  const fake = createFakePlatform(answers);
  const onOwn = vi.fn();
  const orders = new AccountOrders({
    platform: fake.platform,
    tokens: new OrderTokens(fake.platform),
    session,
    hasFeature: () => true,
    onOwn,
  });
  return { ...fake, orders, onOwn };
}
/** How many orders each question was about. */
let asked: number[];
/** A host that lists the orders with an even number. */
const even: Answers = {
  'orders.history': ({ orderIds = '' }) => {
    const ids = orderIds.split(',');
    asked.push(ids.length);
    const entries = ids.filter((one) => Number(one.replaceAll('A', '')) % 2 === 0).map(entry);
    return { entries, nextCursor: null, counts: null };
  },
};

test('asks once about many orders, fifty at a time, and keeps what the host says', async () => {
  const { orders, callsOf, onOwn } = create(even);
  const ids = Array.from({ length: 60 }, (_, place) => id(place + 1));
  expect(orders.isOwn(id(2))).toBeNull();
  await orders.check(ids);
  expect(asked).toEqual([50, 10]);
  expect([orders.isOwn(id(2)), orders.isOwn(id(3))]).toEqual([true, false]);
  expect(onOwn).toHaveBeenCalled();
  await orders.check(ids);
  expect(callsOf('orders.history')).toHaveLength(2);
});

test('leaves orders unknown while the host does not answer', async () => {
  const { orders } = create({ 'orders.history': () => Promise.reject(new ApiError('ERR_SERVICE_UNAVAILABLE', 'down')) });
  await orders.check([id(2)]);
  expect(orders.isOwn(id(2))).toBeNull();
});

test('forgets what it knew about the orders of the customer before', async () => {
  const { orders, callsOf } = create(even);
  await orders.check([id(2)]);
  session.account = { userId: 8 };
  expect(orders.isOwn(id(2))).toBeNull();
  session.isSignedIn = false;
  expect(orders.isOwn(id(2))).toBe(false);
  await orders.check([id(2)]);
  expect(callsOf('orders.history')).toHaveLength(1);
});

test('owns a claimed order with its later orders, and counts the claim', async () => {
  const later = [{ orderId: id(4), amount: '0.1', status: 'CONFIRMING' as const, createdAt: '2026-11-20T14:02:00.000Z' }];
  const claimed: HistoryEntry = { ...entry(id(3)), order: { ...sampleOrder({ orderId: id(3) }), laterOrders: later } };
  const { orders } = create({ 'orders.claim': () => claimed });
  await orders.claim({ orderId: id(3), destinationAddress: 'T' });
  expect([orders.isOwn(id(3)), orders.isOwn(id(4)), orders.claimed]).toEqual([true, true, 1]);
});

test('names the destination of an order of the customer, and nothing for another or a silent host', async () => {
  const { orders } = create(even);
  expect(await orders.destinationOf(id(2))).toBe(entry(id(2)).order.destinationAddress);
  expect(await orders.destinationOf(id(3))).toBeNull();
  const silent = create({ 'orders.history': () => Promise.reject(new ApiError('ERR_SERVICE_UNAVAILABLE', 'down')) });
  expect(await silent.orders.destinationOf(id(2))).toBeNull();
});
