import { DECISION_DEADLINE_MS } from '../../../contract/limits.ts';
import {
  DECISION_EVENT,
  transitionFrom,
  type DecisionReason,
  type OrderEventKind,
  type OrderTransition,
} from '../../../contract/order.ts';
import type { Executor } from '../../db/database.ts';
import { insertOrderEvents, updateOrder, type OrderChanges } from '../../db/repositories/orders.ts';
import type { OrderRow } from '../../db/tables/orders.ts';

/** Somebody else moved the order since it was read. Whoever catches it reads again and decides again. */
export class OrderMovedError extends Error {
  override readonly name = 'OrderMovedError';
}

/** A move that `ORDER_TRANSITIONS` does not have: a mistake in the code, never a customer's. */
export class UnknownMoveError extends Error {
  override readonly name = 'UnknownMoveError';
}

/** What a move writes besides status and events; the status itself is the table's. */
type MoveChanges = Omit<OrderChanges, 'status'>;

/**
 * The only writer of an order's status. One conditional write decides (D7), and its events go with it; the caller adds
 * ledger and outbox rows in the same transaction. Returns the row as it now is.
 * Throws OrderMovedError when the row is not as it was read: the caller's transaction must not commit.
 */
export async function move(
  executor: Executor,
  order: OrderRow,
  transition: OrderTransition,
  now: number,
  changes: MoveChanges = {},
): Promise<OrderRow> {
  const target = transitionFrom(order.status, transition);
  if (!target) throw new UnknownMoveError(`${order.status} has no move ${transition}`);
  return await write(executor, order, target.events, now, { ...changes, status: target.to });
}

/**
 * Asks the customer (D5, D6): the reason's own event first, then RATE_MODE_CHANGED. Reasons without an event are seen
 * as `attention` only.
 */
export async function askForDecision(
  executor: Executor,
  order: OrderRow,
  reason: DecisionReason,
  now: number,
): Promise<OrderRow> {
  const target = transitionFrom(order.status, 'decisionNeeded');
  if (!target) throw new UnknownMoveError(`${order.status} has no move decisionNeeded`);
  const events: OrderEventKind[] = isFixedRateReason(reason) ? [DECISION_EVENT[reason], 'RATE_MODE_CHANGED'] : [];
  return await write(executor, order, events, now, {
    status: target.to,
    decision_reason: reason,
    decision_deadline: now + DECISION_DEADLINE_MS,
    rate_locked_at: null,
  });
}

/** Writes what is no move (a lock, an e-mail, a sweep's state) under the same condition. Throws OrderMovedError. */
export async function amend(executor: Executor, order: OrderRow, changes: MoveChanges): Promise<OrderRow> {
  return await write(executor, order, [], 0, changes);
}

function isFixedRateReason(reason: DecisionReason): reason is keyof typeof DECISION_EVENT {
  return Object.hasOwn(DECISION_EVENT, reason);
}

async function write(
  executor: Executor,
  order: OrderRow,
  events: readonly OrderEventKind[],
  now: number,
  changes: OrderChanges,
): Promise<OrderRow> {
  const moved = await updateOrder(executor, order, changes);
  if (!moved) throw new OrderMovedError(order.id);
  await insertOrderEvents(
    executor,
    events.map((kind, place) => ({ order_id: order.id, sequence: moved.version * 10 + place, kind, created_at: now })),
  );
  return moved;
}
