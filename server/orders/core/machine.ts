import { DECISION_DEADLINE_MS } from '../../../contract/limits.ts';
import { DECISION_EVENT, transitionFrom, type DecisionReason, type OrderEventKind } from '../../../contract/order.ts';
import type { Executor } from '../../db/database.ts';
import { insertOrderEvents, updateOrder, type OrderChanges } from '../../db/repositories/orders.ts';
import { deleteReservation } from '../../db/repositories/treasury.ts';
import { createStateMachine } from '../../db/stateMachine.ts';
import type { OrderRow } from '../../db/tables/orders.ts';

/** Applies the transitions of `ORDER_TRANSITIONS` (D7). This module is the only writer of an order's status. */
export const { applyTransition, amend } = createStateMachine({
  transitionFrom,
  update: async (executor, order: OrderRow, status, changes: Omit<OrderChanges, 'status'> | undefined) =>
    await updateOrder(executor, order, { ...changes, status }),
  insertEvents: async (executor, { id }, events) =>
    await insertOrderEvents(
      executor,
      events.map((event) => ({ order_id: id, ...event })),
    ),
});

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
  const events: OrderEventKind[] = hasDecisionEvent(reason) ? [DECISION_EVENT[reason], 'RATE_MODE_CHANGED'] : [];
  const decision = { decision_reason: reason, decision_deadline: now + DECISION_DEADLINE_MS, rate_locked_at: null };
  const updated = await applyTransition(executor, order, 'decisionNeeded', now, decision, events);
  await deleteReservation(executor, order.id);
  return updated;
}

function hasDecisionEvent(reason: DecisionReason): reason is keyof typeof DECISION_EVENT {
  return Object.hasOwn(DECISION_EVENT, reason);
}
