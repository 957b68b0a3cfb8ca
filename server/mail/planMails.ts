import type { Executor } from '../db/database.ts';
import { insertMail, withdrawUntrueMails } from '../db/repositories/mailOutbox.ts';
import { findSubscription, markSeen } from '../db/repositories/mailSubscriptions.ts';
import { findOrder } from '../db/repositories/orders.ts';
import { NEVER, type MailSubscriptionRow } from '../db/tables/mail.ts';
import type { OrderRow } from '../db/tables/orders.ts';
import type { OrderContext } from '../orders/core/context.ts';
import { listDepositNews } from './depositNews.ts';
import { isUnfinished, mailIdOf, mailOf, momentsOf, readMoney, type OrderMoney } from './moments.ts';

/** While money is in an order, some of its news raise no version: parts of a deposit, what the network takes back, delays. */
const LEAST_LOOK_MS = 30_000;
/** The longer nothing has happened, the less often it is looked at: some orders wait for a person for ever. */
const LOOK_SHARE = 100;
const MOST_LOOK_MS = 6 * 3_600_000;

/**
 * Writes down what is to be told of an order. Of its own news the newest is told; what it has overtaken is marked as
 * dropped, so that it is not told later either. The key of each mail keeps it from being told twice, whoever looks. What
 * was to be told and is not true any more is forgotten.
 */
export async function planMails(context: OrderContext, subscription: MailSubscriptionRow): Promise<void> {
  const { database, now } = context;
  if (!(await isAsRead(database, subscription))) return;
  const order = await findOrder(database, subscription.order_id);
  if (!order) return;
  const money = await readMoney(database, order.id);
  const seen = { seen_version: order.version, next_check_at: nextCheckTime(order, money, now()) };
  await database.transaction().execute(async (transaction) => {
    if (!(await markSeen(transaction, subscription, seen))) return;
    const { own, besides } = momentsOf(context, order, money, await listDepositNews(transaction, subscription.id));
    const trueIds = [...own, ...besides].map((moment) => mailIdOf(subscription.id, moment));
    await withdrawUntrueMails(transaction, subscription.id, trueIds, now());
    for (const [place, moment] of own.entries()) {
      const isNewest = place === own.length - 1;
      await insertMail(transaction, mailOf(subscription, moment, isNewest ? 'PENDING' : 'DROPPED', now()));
    }
    for (const moment of besides) await insertMail(transaction, mailOf(subscription, moment, 'PENDING', now()));
  });
}

/** Another process that was quicker has saved this one the reading; {@link markSeen} decides between two at once. */
async function isAsRead(executor: Executor, { id, seen_version, next_check_at }: MailSubscriptionRow): Promise<boolean> {
  const current = await findSubscription(executor, id);
  return current?.seen_version === seen_version && current.next_check_at === next_check_at;
}

/** When there may be news that the order's version does not tell of. */
function nextCheckTime(order: OrderRow, { deposits, sends, events }: OrderMoney, now: number): number {
  const isOver = order.ended_at !== null || order.first_deposit_at === null;
  if (isOver && !sends.some(isUnfinished)) return NEVER;
  const times = [...events, ...sends].map(({ created_at }) => created_at);
  const lastMove = Math.max(order.created_at, ...times, ...deposits.map(({ detected_at }) => detected_at));
  const share = Math.floor((now - lastMove) / LOOK_SHARE);
  return now + Math.min(Math.max(share, LEAST_LOOK_MS), MOST_LOOK_MS);
}
