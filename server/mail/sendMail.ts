import { deleteClaimedNotification, listNotifications } from '../db/repositories/mails/mailNotifications.ts';
import { findSubscription } from '../db/repositories/mails/mailSubscriptions.ts';
import { findOrder } from '../db/repositories/orders.ts';
import type { MailSubscriptionRow, OrderNotificationRow } from '../db/tables/mail.ts';
import { readOrderAgain } from '../orders/calls/readOrder.ts';
import type { OrderContext } from '../orders/core/context.ts';
import { endsByItself } from '../orders/lifecycle/attention.ts';
import type { Mail } from '../ports/mail/mailer.ts';
import { composeConfirmation, composeNotification } from './composeMail.ts';
import { deliverMail, type Sending } from './deliverMail.ts';
import { currentNotifications, isRecordOf, loadOrderHistory } from './notifications.ts';
import { hashCode } from './orderMail.ts';

/** Sends a notification that the caller has leased, if it is still true and wanted, and records the result. */
export async function sendMail(context: OrderContext, sending: Sending, row: OrderNotificationRow): Promise<void> {
  await deliverMail(context, sending, 'order_notifications', row, async () => {
    const mail = await compose(context, sending, row);
    if (mail !== 'UNTRUE') return mail;
    await deleteClaimedNotification(context.database, row.id, sending.owner);
    return null;
  });
}

/**
 * Returns the mail, with the facts of this moment. Null: superseded, or its reader unsubscribed. UNTRUE: not true at the
 * moment; it may be recorded again later.
 */
async function compose(context: OrderContext, sending: Sending, row: OrderNotificationRow): Promise<Mail | null | 'UNTRUE'> {
  const { database } = context;
  const subscription = await findSubscription(database, row.subscription_id);
  if (!subscription) return null;
  const messageId = `<${row.id}@${new URL(subscription.origin).hostname}>`;
  if (row.kind === 'CONFIRM_EMAIL') {
    if (row.code === null || !isValidCode(subscription, row.code, context.now())) return null;
    return { messageId, ...composeConfirmation(subscription, sending, row.code) };
  }
  const order = subscription.state === 'CONFIRMED' ? await findOrder(database, subscription.order_id) : undefined;
  if (!order) return null;
  const history = await loadOrderHistory(database, order);
  const current = currentNotifications(context, order, history, await listNotifications(database, subscription.id));
  const notification = current.find((one) => isRecordOf(row, one));
  if (!notification) return 'UNTRUE';
  if (notification.isSuperseded) return null;
  const facts = {
    order: await readOrderAgain(context, order.id),
    status: order.status,
    refundsAtDeadline: endsByItself(context, order, history.deposits),
  };
  return { messageId, ...composeNotification(subscription, sending, notification, facts) };
}

/** False when a newer code replaced it, or it expired. */
function isValidCode({ id, code_hash, code_expires_at }: MailSubscriptionRow, code: string, now: number): boolean {
  return code_hash === hashCode(id, code) && code_expires_at > now;
}
