import { settleMail, withdrawMail } from '../db/repositories/mailOutbox.ts';
import { findSubscription } from '../db/repositories/mailSubscriptions.ts';
import { findOrder } from '../db/repositories/orders.ts';
import type { MailOutboxRow, MailSubscriptionRow } from '../db/tables/mail.ts';
import { endsByItself } from '../orders/lifecycle/attention.ts';
import type { OrderContext } from '../orders/core/context.ts';
import { sha256 } from '../orders/core/hashing.ts';
import { readOrderAgain } from '../orders/calls/readOrder.ts';
import { MailRefusedError, type Mail, type Mailer } from '../ports/mail/mailer.ts';
import { composeConfirmation, composeMoment } from './composeMail.ts';
import { isOwn, isReturned, isUnfinished, mailIdOf, momentsOf, readMoney, refundOf, type Moment } from './moments.ts';
import { listDepositNews } from './depositNews.ts';
import { hashCode } from './orderMail.ts';

interface Sending {
  mailer: Mailer;
  brand: string;
  /** Holds the mail's lease */
  owner: string;
}

const FIRST_BACK_OFF_MS = 10_000;
const MOST_BACK_OFF_MS = 3_600_000;
/** News that could not be told for so long are none any more. */
const GIVEN_UP_AFTER_MS = 24 * 3_600_000;

/** Sends a mail that its caller has claimed, if it is still true and wanted; writes down what became of it. */
export async function sendMail(context: OrderContext, { mailer, brand, owner }: Sending, mail: MailOutboxRow): Promise<void> {
  const { database, now, log } = context;
  const settle = async (changes: Parameters<typeof settleMail>[3]) => await settleMail(database, mail.id, owner, changes);
  try {
    const isTooOld = now() - mail.created_at > GIVEN_UP_AFTER_MS;
    const written = isTooOld ? 'OVERTAKEN' : await compose(context, brand, mail);
    if (written === 'OVERTAKEN') return await settle({ state: 'DROPPED', code: null });
    if (written === 'UNTRUE') return await withdrawMail(database, mail.id, owner);
    await mailer.send(written);
    await settle({ state: 'SENT', sent_at: now(), code: null, reason: null });
  } catch (error) {
    const reason = error instanceof Error ? error.message : 'unknown failure';
    const isRefused = error instanceof MailRefusedError;
    // The message may name the address, so it stays in the database and out of the log (D39).
    log.warn({ mailId: mail.id, kind: mail.kind, attempts: mail.attempts + 1 }, isRefused ? 'mail refused' : 'mail delayed');
    if (isRefused) return await settle({ state: 'FAILED', reason, code: null });
    const backOff = Math.min(FIRST_BACK_OFF_MS * 2 ** Math.min(mail.attempts, 20), MOST_BACK_OFF_MS);
    await settle({ attempts: mail.attempts + 1, not_before: now() + backOff, reason });
  }
}

/**
 * The mail as it is true now. OVERTAKEN: there is newer news, or its reader wants no more. UNTRUE: it is not so at this
 * moment, and may be told when it is again.
 */
async function compose(context: OrderContext, brand: string, mail: MailOutboxRow): Promise<Mail | 'OVERTAKEN' | 'UNTRUE'> {
  const subscription = await findSubscription(context.database, mail.subscription_id);
  if (!subscription) return 'OVERTAKEN';
  const messageId = `<${sha256(mail.id).slice(0, 32)}@${new URL(subscription.origin).hostname}>`;
  if (mail.kind === 'CONFIRM') {
    const isGood = mail.code !== null && isCodeOf(subscription, mail.code, context.now());
    return isGood ? { messageId, ...composeConfirmation(subscription, brand, mail.code ?? '') } : 'OVERTAKEN';
  }
  if (subscription.state !== 'CONFIRMED') return 'OVERTAKEN';
  const order = await findOrder(context.database, subscription.order_id);
  if (!order) return 'OVERTAKEN';
  const money = await readMoney(context.database, order.id);
  const { own, besides } = momentsOf(context, order, money, await listDepositNews(context.database, subscription.id));
  const isThis = (moment: Moment) => mailIdOf(subscription.id, moment) === mail.id;
  const found = besides.find(isThis);
  if (!found && !own.some(isThis)) return 'UNTRUE';
  if (!found && !own.slice(-1).some(isThis)) return 'OVERTAKEN';
  const extra = found?.deposit ?? null;
  const told = {
    kind: mail.kind,
    order: await readOrderAgain(context, order.id),
    status: order.status,
    endsByItself: endsByItself(context, order, money.deposits),
    extra,
    isReturned: extra !== null && isReturned(order, extra, money.deposits),
    txHash: found?.txHash ?? null,
    send: extra
      ? refundOf(extra, money.deposits, money.sends)
      : money.sends.find((send) => isOwn(order, send) && isUnfinished(send)),
  };
  return { messageId, ...composeMoment(subscription, brand, told) };
}

/** A newer code makes this one worthless, and an old one too. */
function isCodeOf({ id, code_hash, code_expires_at }: MailSubscriptionRow, code: string, now: number): boolean {
  return code_hash === hashCode(id, code) && code_expires_at > now;
}
