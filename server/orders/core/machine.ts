import { DECISION_DEADLINE_MS } from '../../../contract/limits.ts';
import {
  DECISION_EVENT,
  transitionFrom,
  type DecisionReason,
  type OrderEventKind,
  type OrderTransition,
} from '../../../contract/order.ts';
import { ConcurrentUpdateError } from '../../common/retryOnConflict.ts';
import type { Executor } from '../../db/database.ts';
import { insertOrderEvents, updateOrder, type OrderChanges } from '../../db/repositories/orders.ts';
import { deleteReservation } from '../../db/repositories/treasury.ts';
import type { OrderRow } from '../../db/tables/orders.ts';

/** `ORDER_TRANSITIONS` has no such transition: a bug in this code, never a customer's mistake. */
export class InvalidTransitionError extends Error {
  override readonly name = 'InvalidTransitionError';
}

/** Fields that a caller may write. The status comes from the transition table only. */
type FieldChanges = Omit<OrderChanges, 'status'>;

/**
 * Applies a transition of `ORDER_TRANSITIONS` and returns the updated order. Writes the status and the events of the transition
 * in one conditional update (D7). The caller adds ledger and outbox rows in the same transaction. This module is the only writer
 * of an order's status.
 *
 * @throws ConcurrentUpdateError when the order has changed since it was read
 * @throws InvalidTransitionError when the order's status does not have this transition
 */
export async function applyTransition(
  executor: Executor,
  order: OrderRow,
  transition: OrderTransition,
  now: number,
  changes: FieldChanges = {},
): Promise<OrderRow> {
  const target = transitionFrom(order.status, transition);
  if (!target) throw new InvalidTransitionError(`${order.status} has no transition ${transition}`);
  return await write(executor, order, target.events, now, { ...changes, status: target.to });
}

/**
 * Asks the customer to decide (D5, D6) and returns the updated order. A reason with an event of its own writes that event, then
 * RATE_MODE_CHANGED. The other reasons appear only as `attention`.
 *
 * The order's reservation is deleted: the customer has a day to answer, and pending decisions must not block the reserve for so
 * long. Accepting reserves again.
 *
 * @throws ConcurrentUpdateError when the order has changed since it was read
 */
export async function requestDecision(
  executor: Executor,
  order: OrderRow,
  reason: DecisionReason,
  now: number,
): Promise<OrderRow> {
  const target = transitionFrom(order.status, 'decisionNeeded');
  if (!target) throw new InvalidTransitionError(`${order.status} has no transition decisionNeeded`);
  const events: OrderEventKind[] = hasDecisionEvent(reason) ? [DECISION_EVENT[reason], 'RATE_MODE_CHANGED'] : [];
  const updated = await write(executor, order, events, now, {
    status: target.to,
    decision_reason: reason,
    decision_deadline: now + DECISION_DEADLINE_MS,
    rate_locked_at: null,
  });
  await deleteReservation(executor, order.id);
  return updated;
}

/**
 * Updates fields without a transition (a rate lock, an e-mail address, a sweep state) and returns the updated order.
 *
 * @throws ConcurrentUpdateError when the order has changed since it was read
 */
export async function amend(executor: Executor, order: OrderRow, changes: FieldChanges): Promise<OrderRow> {
  return await write(executor, order, [], 0, changes);
}

function hasDecisionEvent(reason: DecisionReason): reason is keyof typeof DECISION_EVENT {
  return Object.hasOwn(DECISION_EVENT, reason);
}

async function write(
  executor: Executor,
  order: OrderRow,
  events: readonly OrderEventKind[],
  now: number,
  changes: OrderChanges,
): Promise<OrderRow> {
  const updated = await updateOrder(executor, order, changes);
  if (!updated) throw new ConcurrentUpdateError(order.id);
  await insertOrderEvents(
    executor,
    events.map((kind, index) => ({ order_id: order.id, sequence: updated.version * 10 + index, kind, created_at: now })),
  );
  return updated;
}
