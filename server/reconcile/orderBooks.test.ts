import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { OrderBooks } from '../db/repositories/audit.ts';
import type { OrderRow } from '../db/tables/orders.ts';
import type { OutboxRow } from '../db/tables/payments.ts';
import { completeOrder } from '../orders/testing/hostActions.ts';
import { startOrderHost, type OrderHost } from '../orders/testing/orderHost.ts';
import { readAudited } from './auditOrders.ts';
import { checkOrder } from './orderBooks.ts';

let host: OrderHost;
let completed: OrderBooks;
beforeAll(async () => {
  host = await startOrderHost();
  const { order } = await completeOrder(host);
  const [books = expect.fail('no order')] = await readAudited(host.context, [order.orderId]);
  completed = books;
});
afterAll(() => host.close());

const found = (changed: Partial<OrderBooks>): string[] =>
  checkOrder(host.context, { ...completed, ...changed }).map(({ key, what }) => {
    const [, ...rest] = key.replace(completed.order.id, 'ID').split(':');
    return `${rest.join(':')}: ${what}`;
  });
const withOrder = (change: Partial<OrderRow>): Partial<OrderBooks> => ({ order: { ...completed.order, ...change } });
const withPayout = (change: Partial<OutboxRow>): Partial<OrderBooks> => ({
  sends: completed.sends.map((row) => (row.kind === 'PAYOUT' ? { ...row, ...change } : row)),
});
const settled = (change: Partial<NonNullable<OrderRow['settlement']>>): Partial<OrderBooks> => {
  const { settlement } = completed.order;
  return withOrder({ settlement: settlement && { ...settlement, ...change } });
};
const reservation = (amount: string, instrument = 'usdttrc20') => ({ order_id: completed.order.id, instrument, amount });

it('accepts a completed order', () => {
  expect(found({})).toEqual([]);
});

describe('an order differs from its books', () => {
  it.each<[string, () => Partial<OrderBooks>, string]>([
    [
      'a missing event',
      () => ({ events: completed.events.filter(({ kind }) => kind !== 'FUNDS_WITHDRAWAL_START') }),
      'ID:events: the events of the order do not match its status COMPLETED',
    ],
    [
      'an event of another outcome',
      () => ({ events: completed.events.map((one, index) => (index === 1 ? { ...one, kind: 'REFUND_REQUESTED' } : one)) }),
      'ID:events: the events of the order do not match its status COMPLETED',
    ],
    ['no payout', () => ({ sends: [] }), 'ID:payout: an order that is COMPLETED has no payout in the outbox'],
    [
      'a payout that is not due',
      () => withOrder({ status: 'CONFIRMING' }),
      'ID:payout: an order that is CONFIRMING has a payout',
    ],
    ['another amount', () => withPayout({ amount: '1' }), 'ID:payout: the amounts of outbox and order differ'],
    [
      'a payout under way',
      () => withPayout({ state: 'SENT' }),
      'ID:payout: an order that is COMPLETED has a payout that is SENT',
    ],
    [
      'a confirmed payout before the end',
      () => withOrder({ status: 'PAYING_OUT' }),
      'ID:payout: an order that is PAYING_OUT has a payout that is CONFIRMED',
    ],
    ['a payout with another key', () => withPayout({ idempotency_key: 'PAYOUT:other' }), 'PAYOUT:ID: a send has no purpose'],
    [
      'a refund of no deposit',
      () => ({ sends: completed.sends.map((row) => (row.kind === 'SWEEP' ? { ...row, kind: 'REFUND' as const } : row)) }),
      'a send has no purpose',
    ],
    ['a smaller deposit', () => ({ deposits: completed.deposits.map((one) => ({ ...one, amount: '0.05' })) }), 'ID:deposits'],
    ['a deposit not booked', () => ({ deposits: completed.deposits.map((one) => ({ ...one, booked_at: null })) }), 'ID:deposits'],
    [
      'a refund of its own deposit',
      () => ({ deposits: completed.deposits.map((one) => ({ ...one, refund_id: 'REFUND:1' })) }),
      'a deposit that is not extra has a refund of its own',
    ],
    ['a payout that the price does not give', () => settled({ price: '1' }), 'ID:price: the payout is not what'],
    [
      'a reservation after the end',
      () => ({ reservation: reservation('1') }),
      'ID:reservation: an order that is COMPLETED still',
    ],
    [
      'a payout without a reservation',
      () => ({ ...withOrder({ status: 'PAYING_OUT' }), reservation: null }),
      'ID:reservation: less is reserved than was promised',
    ],
    [
      'a reservation of another amount',
      () => ({ ...withOrder({ status: 'PAYING_OUT' }), reservation: reservation('1') }),
      'ID:reservation: less is reserved than was promised',
    ],
    [
      'a larger reservation',
      () => ({ ...withOrder({ status: 'PAYING_OUT' }), reservation: reservation('100000') }),
      'ID:reservation: more is reserved than was promised',
    ],
    [
      'a reservation in another coin',
      () => ({ ...withOrder({ status: 'CONFIRMING' }), reservation: reservation('1', 'trx') }),
      'ID:reservation: less is reserved than was promised',
    ],
  ])('by %s', (_what, change, difference) => {
    expect(found(change()).join('\n')).toContain(difference);
  });
});
