import { insertMail } from '../db/repositories/mailOutbox.ts';
import { markSeen } from '../db/repositories/mailSubscriptions.ts';
import { findOrder } from '../db/repositories/orders.ts';
import { listOutboxRows } from '../db/repositories/outbox.ts';
import type { MailSubscriptionRow } from '../db/tables/mail.ts';
import type { OrderContext } from '../orders/context.ts';
import { mailOf, momentsOf } from './moments.ts';

/**
 * Writes down what is to be told of an order that has moved. The newest is told; what it has overtaken is marked as dropped,
 * so that it is not told later either. The key of each mail keeps it from being told twice, whoever looks.
 */
export async function planMails({ database, now }: OrderContext, subscription: MailSubscriptionRow): Promise<void> {
  const order = await findOrder(database, subscription.order_id);
  if (!order) return;
  const moments = momentsOf(order, await listOutboxRows(database, order.id));
  await database.transaction().execute(async (transaction) => {
    if (!(await markSeen(transaction, subscription, order.version, order.ended_at === null))) return;
    for (const [place, moment] of moments.entries()) {
      const isNewest = place === moments.length - 1;
      await insertMail(transaction, mailOf(subscription, moment, isNewest ? 'PENDING' : 'DROPPED', now()));
    }
  });
}
