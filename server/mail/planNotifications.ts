import type { Executor } from '../db/database.ts';
import { deleteRevocableNotifications, isRevocable, listNotifications } from '../db/repositories/mails/mailNotifications.ts';
import { findSubscription, markChecked } from '../db/repositories/mails/mailSubscriptions.ts';
import { findOrder } from '../db/repositories/orders.ts';
import { NEVER, type MailSubscriptionRow } from '../db/tables/mail.ts';
import type { OrderRow } from '../db/tables/orders.ts';
import type { OrderContext } from '../orders/core/context.ts';
import { isCustomerSend } from '../payments/outbox/enqueue.ts';
import { currentNotifications, isRecordOf, loadOrderHistory, recordNotification, type OrderHistory } from './notifications.ts';

/** Partial deposits, reorgs and delays don't change an order's version, so an order with money is also checked by time. */
const MIN_CHECK_MS = 30_000;
/** The next check is after a hundredth of the time since the last change: some orders wait for a person for months. */
const CHECK_SHARE = 100;
const MAX_CHECK_MS = 6 * 3_600_000;

/**
 * Records what a subscriber has to be notified of, and deletes queued notifications that are no longer true. Superseded progress
 * is recorded as DROPPED, so that it is not sent later either.
 */
export async function planNotifications(context: OrderContext, subscription: MailSubscriptionRow): Promise<void> {
  const { database, now } = context;
  if (!(await isUnchanged(database, subscription))) return;
  const order = await findOrder(database, subscription.order_id);
  if (!order) return;
  const history = await loadOrderHistory(database, order);
  const check = { checked_version: order.version, next_check_at: nextCheckTime(order, history, now()) };
  await database.transaction().execute(async (transaction) => {
    if (!(await markChecked(transaction, subscription, check))) return;
    const recorded = await listNotifications(transaction, subscription.id);
    const current = currentNotifications(context, order, history, recorded);
    const outdated = recorded.filter(
      (row) => row.kind !== 'CONFIRM_EMAIL' && isRevocable(row, now()) && !current.some((one) => isRecordOf(row, one)),
    );
    await deleteRevocableNotifications(
      transaction,
      outdated.map(({ id }) => id),
      now(),
    );
    for (const notification of current) {
      if (recorded.some((row) => isRecordOf(row, notification))) continue;
      await recordNotification(
        transaction,
        subscription.id,
        notification,
        notification.isSuperseded ? 'DROPPED' : 'PENDING',
        now(),
      );
    }
  });
}

/** Saves the work when another process has already checked. {@link markChecked} decides between simultaneous checks. */
async function isUnchanged(executor: Executor, subscription: MailSubscriptionRow): Promise<boolean> {
  const { id, checked_version, next_check_at } = subscription;
  const current = await findSubscription(executor, id);
  return current?.checked_version === checked_version && current.next_check_at === next_check_at;
}

/** Returns when to look at an order again although its version is unchanged. */
export function nextCheckTime(order: OrderRow, { deposits, sends, events }: OrderHistory, now: number): number {
  const isOver = order.ended_at !== null || order.first_deposit_at === null;
  const isSending = sends.some(({ kind, state }) => isCustomerSend(kind) && state !== 'CONFIRMED' && state !== 'CANCELLED');
  if (isOver && !isSending) return NEVER;
  const times = [...events, ...sends].map(({ created_at }) => created_at);
  const lastChange = Math.max(order.created_at, ...times, ...deposits.map(({ detected_at }) => detected_at));
  const share = Math.floor((now - lastChange) / CHECK_SHARE);
  return now + Math.min(Math.max(share, MIN_CHECK_MS), MAX_CHECK_MS);
}
