import { afterEach, beforeEach, expect, test } from 'vitest';
import { ORDER_STATUSES, ORDER_TRANSITIONS, type OrderTransition } from '../../../contract/order.ts';
import { findOrder, listOrderEvents } from '../../db/repositories/orders.ts';
import type { OrderRow } from '../../db/tables/orders.ts';
import { amend, requestDecision, applyTransition, ConcurrentUpdateError, InvalidTransitionError } from './machine.ts';
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

const ALL_MOVES = new Set(ORDER_STATUSES.flatMap((status) => Object.keys(ORDER_TRANSITIONS[status]) as OrderTransition[]));

test('each move of the table leads where the table says and writes its events; every other one is refused', async () => {
  for (const status of ORDER_STATUSES) {
    for (const transition of ALL_MOVES) {
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

test('a row that was moved since it was read is not moved again', async () => {
  await applyTransition(host.database, order, 'depositSeen', 1);
  await expect(applyTransition(host.database, order, 'depositSeen', 2)).rejects.toThrow(ConcurrentUpdateError);
  await expect(amend(host.database, order, { user_email: 'a@example.com' })).rejects.toThrow(ConcurrentUpdateError);
  expect((await listOrderEvents(host.database, order.id)).map((event) => event.kind)).toEqual([
    'CREATION_END',
    'DEPOSIT_REGISTERED',
  ]);
});

test('of many movers at the same moment one wins', async () => {
  const outcomes = await Promise.allSettled(
    Array.from({ length: 8 }, () => applyTransition(host.database, order, 'depositInBlock', 1)),
  );
  expect(outcomes.filter((outcome) => outcome.status === 'fulfilled')).toHaveLength(1);
});

test('a fixed-rate reason writes its event before RATE_MODE_CHANGED; other reasons write none', async () => {
  const asked = await requestDecision(host.database, order, 'SLOW_DEPOSIT', 5);
  expect(asked).toMatchObject({ status: 'DECISION_NEEDED', decision_reason: 'SLOW_DEPOSIT', decision_deadline: 5 + 86_400_000 });
  expect((await listOrderEvents(host.database, order.id)).map((event) => event.kind)).toEqual([
    'CREATION_END',
    'FIXED_RATE_SLOW_DEPOSIT_DETECTED',
    'RATE_MODE_CHANGED',
  ]);
  const accepted = await applyTransition(host.database, asked, 'accepted', 6);
  await requestDecision(host.database, accepted, 'NO_LIQUIDITY', 7);
  expect(await listOrderEvents(host.database, order.id)).toHaveLength(4);
});

test('the ledger can’t be changed, only appended to', async () => {
  await host.database
    .insertInto('ledger_entries')
    .values({ journal_id: 'j', line: 0, account: 'DESK', order_id: null, instrument: 'btc', amount: '1', created_at: 1 })
    .execute();
  await expect(host.database.updateTable('ledger_entries').set({ amount: '2' }).execute()).rejects.toThrow('append only');
  await expect(host.database.deleteFrom('ledger_entries').execute()).rejects.toThrow('append only');
});
