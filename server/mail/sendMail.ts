import { deleteClaimedNotification, listNotifications, settleNotification } from '../db/repositories/mailNotifications.ts';
import { findSubscription } from '../db/repositories/mailSubscriptions.ts';
import { findOrder } from '../db/repositories/orders.ts';
import type { MailSubscriptionRow, OrderNotificationRow } from '../db/tables/mail.ts';
import { readOrderAgain } from '../orders/calls/readOrder.ts';
import type { OrderContext } from '../orders/core/context.ts';
import { endsByItself } from '../orders/lifecycle/attention.ts';
import { MailRefusedError, type Mail, type Mailer } from '../ports/mail/mailer.ts';
import { composeConfirmation, composeNotification } from './composeMail.ts';
import { currentNotifications, isRecordOf, loadOrderHistory } from './notifications.ts';
import { hashCode } from './orderMail.ts';

interface Sending {
  mailer: Mailer;
  brand: string;
  /** Holds the notification's lease */
  owner: string;
}

const FIRST_BACKOFF_MS = 10_000;
const MAX_BACKOFF_MS = 3_600_000;
/** A notification that could not be sent for this long is dropped. */
const MAX_AGE_MS = 24 * 3_600_000;

/** Sends a notification that the caller has leased, if it is still true and wanted, and records the result. */
export async function sendMail(context: OrderContext, sending: Sending, row: OrderNotificationRow): Promise<void> {
  const { database, now, log } = context;
  const { mailer, brand, owner } = sending;
  const settle = async (changes: Parameters<typeof settleNotification>[3]) =>
    await settleNotification(database, row.id, owner, changes);
  try {
    const mail = now() - row.created_at > MAX_AGE_MS ? 'DROPPED' : await compose(context, brand, row);
    if (mail === 'DROPPED') return await settle({ state: 'DROPPED', code: null });
    if (mail === 'UNTRUE') return await deleteClaimedNotification(database, row.id, owner);
    await mailer.send(mail);
    await settle({ state: 'SENT', sent_at: now(), code: null, reason: null });
  } catch (error) {
    const reason = error instanceof Error ? error.message : 'unknown failure';
    const isRefused = error instanceof MailRefusedError;
    // The message may contain the address, so it is stored and not logged (D39).
    const facts = { notificationId: row.id, kind: row.kind, attempts: row.attempts + 1 };
    log.warn(facts, isRefused ? 'The mail server rejected a mail for good' : 'A mail could not be sent and is retried');
    if (isRefused) return await settle({ state: 'FAILED', reason, code: null });
    const backoff = Math.min(FIRST_BACKOFF_MS * 2 ** Math.min(row.attempts, 20), MAX_BACKOFF_MS);
    await settle({ attempts: row.attempts + 1, not_before: now() + backoff, reason });
  }
}

/**
 * Returns the mail, with the facts of this moment. DROPPED: superseded, or its reader unsubscribed. UNTRUE: not true at the
 * moment; it may be recorded again later.
 */
async function compose(context: OrderContext, brand: string, row: OrderNotificationRow): Promise<Mail | 'DROPPED' | 'UNTRUE'> {
  const { database } = context;
  const subscription = await findSubscription(database, row.subscription_id);
  if (!subscription) return 'DROPPED';
  const messageId = `<${row.id}@${new URL(subscription.origin).hostname}>`;
  if (row.kind === 'CONFIRM_EMAIL') {
    if (row.code === null || !isValidCode(subscription, row.code, context.now())) return 'DROPPED';
    return { messageId, ...composeConfirmation(subscription, brand, row.code) };
  }
  const order = subscription.state === 'CONFIRMED' ? await findOrder(database, subscription.order_id) : undefined;
  if (!order) return 'DROPPED';
  const history = await loadOrderHistory(database, order.id);
  const current = currentNotifications(context, order, history, await listNotifications(database, subscription.id));
  const notification = current.find((one) => isRecordOf(row, one));
  if (!notification) return 'UNTRUE';
  if (notification.isSuperseded) return 'DROPPED';
  const facts = {
    order: await readOrderAgain(context, order.id),
    status: order.status,
    refundsAtDeadline: endsByItself(context, order, history.deposits),
  };
  return { messageId, ...composeNotification(subscription, notification, facts) };
}

/** False when a newer code replaced it, or it expired. */
function isValidCode({ id, code_hash, code_expires_at }: MailSubscriptionRow, code: string, now: number): boolean {
  return code_hash === hashCode(id, code) && code_expires_at > now;
}
