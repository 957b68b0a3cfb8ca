import { insertMail } from '../db/repositories/mailOutbox.ts';
import { markSeen } from '../db/repositories/mailSubscriptions.ts';
import { findOrder } from '../db/repositories/orders.ts';
import type { MailSubscriptionRow } from '../db/tables/mail.ts';
import type { OrderContext } from '../orders/context.ts';
import { mailOf, momentsOf, readMoney } from './moments.ts';

/**
 * Writes down what is to be told of an order that has moved. Of its own news the newest is told; what it has overtaken is
 * marked as dropped, so that it is not told later either. The key of each mail keeps it from being told twice, whoever looks.
 */
export async function planMails(context: OrderContext, subscription: MailSubscriptionRow): Promise<void> {
  const { database, now } = context;
  const order = await findOrder(database, subscription.order_id);
  if (!order) return;
  const { own, extra } = momentsOf(context, order, await readMoney(database, order.id));
  await database.transaction().execute(async (transaction) => {
    if (!(await markSeen(transaction, subscription, order.version))) return;
    for (const [place, moment] of own.entries()) {
      const isNewest = place === own.length - 1;
      await insertMail(transaction, mailOf(subscription, moment, isNewest ? 'PENDING' : 'DROPPED', now()));
    }
    for (const moment of extra) await insertMail(transaction, mailOf(subscription, moment, 'PENDING', now()));
  });
}
