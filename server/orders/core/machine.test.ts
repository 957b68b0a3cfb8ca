import { NO_JOURNAL_SOURCE } from '../../db/tables/payments.ts';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { ORDER_STATUSES, ORDER_TRANSITIONS, type OrderTransition } from '../../../contract/order.ts';
import { findOrder, listOrderEvents } from '../../db/repositories/orders.ts';
import type { OrderRow } from '../../db/tables/orders.ts';
import { InvalidTransitionError } from '../../db/stateMachine.ts';
import { amend, requestDecision, applyTransition } from './machine.ts';
import { ConcurrentUpdateError } from '../../common/retryOnConflict.ts';
import { makeOrder, startOrderHost, type OrderHost } from '../testing/orderHost.ts';

let host: OrderHost;
let order: OrderRow;
beforeEach(async () => {
  host = await startOrderHost();
  const made = await makeOrder(host);
  order = await read(made.order.orderId);
});
afterEach(async () => {
  await host.close();
});

async function read(id: string): Promise<OrderRow> {
  const row = await findOrder(host.database, id);
  if (!row) throw new Error(`No order ${id}`);
  return row;
}

const ALL_TRANSITIONS = new Set(ORDER_STATUSES.flatMap((status) => Object.keys(ORDER_TRANSITIONS[status]) as OrderTransition[]));

test('applies every transition of the table with its events and rejects all others', async () => {
  for (const status of ORDER_STATUSES) {
    for (const transition of ALL_TRANSITIONS) {
      await host.database.updateTable('orders').set({ status }).execute();
      await host.database.deleteFrom('order_events').execute();
      const current = await read(order.id);
      const table: Partial<Record<OrderTransition, { to: string; events: readonly string[] }>> = ORDER_TRANSITIONS[status];
      const expected = table[transition];
      if (!expected) {
        await expect(applyTransition(host.database, current, transition, 1), `${status} ${transition}`).rejects.toThrow(
          InvalidTransitionError,
        );
        continue;
      }
      const moved = await applyTransition(host.database, current, transition, 1);
      expect(moved).toMatchObject({ status: expected.to, version: current.version + 1 });
      expect((await listOrderEvents(host.database, order.id)).map((event) => event.kind)).toEqual(expected.events);
    }
  }
});

test('rejects a transition of an order that changed since it was read', async () => {
  await applyTransition(host.database, order, 'depositSeen', 1);
  await expect(applyTransition(host.database, order, 'depositSeen', 2)).rejects.toThrow(ConcurrentUpdateError);
  await expect(amend(host.database, order, { user_email: 'a@example.com' })).rejects.toThrow(ConcurrentUpdateError);
  expect((await listOrderEvents(host.database, order.id)).map((event) => event.kind)).toEqual([
    'CREATION_END',
    'DEPOSIT_REGISTERED',
  ]);
});

test('lets one of many concurrent transitions win', async () => {
  const outcomes = await Promise.allSettled(
    Array.from({ length: 8 }, () => applyTransition(host.database, order, 'depositInBlock', 1)),
  );
  expect(outcomes.filter((outcome) => outcome.status === 'fulfilled')).toHaveLength(1);
});

test('writes the event of a fixed-rate reason before RATE_MODE_CHANGED, and none for other reasons', async () => {
  const pending = await requestDecision(host.database, order, 'SLOW_DEPOSIT', 5);
  expect(pending).toMatchObject({
    status: 'DECISION_NEEDED',
    decision_reason: 'SLOW_DEPOSIT',
    decision_deadline: 5 + 86_400_000,
  });
  expect((await listOrderEvents(host.database, order.id)).map((event) => event.kind)).toEqual([
    'CREATION_END',
    'FIXED_RATE_SLOW_DEPOSIT_DETECTED',
    'RATE_MODE_CHANGED',
  ]);
  const accepted = await applyTransition(host.database, pending, 'accepted', 6);
  await requestDecision(host.database, accepted, 'NO_LIQUIDITY', 7);
  expect(await listOrderEvents(host.database, order.id)).toHaveLength(4);
});

test('rejects updates and deletes of ledger entries', async () => {
  await host.database
    .insertInto('ledger_entries')
    .values({
      ...NO_JOURNAL_SOURCE,
      kind: 'EXCHANGE',
      is_reversal: 0,
      journal_id: 'j',
      line: 0,
      account: 'DESK',
      instrument: 'btc',
      amount: '1',
      created_at: 1,
    })
    .execute();
  await expect(host.database.updateTable('ledger_entries').set({ amount: '2' }).execute()).rejects.toThrow('append only');
  await expect(host.database.deleteFrom('ledger_entries').execute()).rejects.toThrow('append only');
});
