import type { ExpressionBuilder } from 'kysely';
import type { OrderStatus } from '../../../contract/order.ts';
import type { Database, Executor } from '../database.ts';
import type { Tables } from '../tables.ts';
import type { MailSubscriptionRow, MailSubscriptionTable } from '../tables/mail.ts';

/**
 * Writes a subscription, or gives the one that this order and address have a new code. One that was confirmed stays so;
 * one that was ended has to be confirmed anew. Returns its row.
 */
export async function renewSubscription(executor: Executor, wanted: MailSubscriptionTable): Promise<MailSubscriptionRow> {
  const { code_expires_at, locale, origin } = wanted;
  await executor
    .insertInto('mail_subscriptions')
    .values(wanted)
    .onConflict((conflict) =>
      conflict.columns(['order_id', 'email']).doUpdateSet((row) => ({
        code_expires_at,
        code_tries: 0,
        locale,
        origin,
        state: row
          .case()
          .when('mail_subscriptions.state', '=', 'ENDED')
          .then('PENDING' as const)
          .else(row.ref('mail_subscriptions.state'))
          .end(),
      })),
    )
    .execute();
  const row = await findSubscriptionOf(executor, wanted.order_id, wanted.email);
  if (!row) throw new Error('A subscription that was just written is not there');
  return row;
}

/** The code that confirms it from now on; what came before is worth nothing. */
export async function setSubscriptionCode(executor: Executor, id: string, codeHash: string): Promise<void> {
  await executor.updateTable('mail_subscriptions').set({ code_hash: codeHash }).where('id', '=', id).execute();
}

export async function findSubscription(executor: Executor, id: string): Promise<MailSubscriptionRow | undefined> {
  return await executor.selectFrom('mail_subscriptions').selectAll().where('id', '=', id).executeTakeFirst();
}

export async function findSubscriptionOf(
  executor: Executor,
  orderId: string,
  email: string,
): Promise<MailSubscriptionRow | undefined> {
  return await executor
    .selectFrom('mail_subscriptions')
    .selectAll()
    .where('order_id', '=', orderId)
    .where('email', '=', email)
    .executeTakeFirst();
}

/** Counts a try of a code. False when there were `most` already: nothing is compared any more. */
export async function countCodeTry(executor: Executor, id: string, most: number): Promise<boolean> {
  const result = await executor
    .updateTable('mail_subscriptions')
    .set((row) => ({ code_tries: row('code_tries', '+', 1) }))
    .where('id', '=', id)
    .where('code_tries', '<', most)
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
}

/** Confirms with a code, which is used up by it; its order is looked at in any case. False: it was used, renewed or ended meanwhile. */
export async function confirmSubscription(executor: Executor, id: string, codeHash: string): Promise<boolean> {
  const result = await executor
    .updateTable('mail_subscriptions')
    .set({ state: 'CONFIRMED', code_hash: null, next_check_at: 0 })
    .where('id', '=', id)
    .where('code_hash', '=', codeHash)
    .where('state', '<>', 'ENDED')
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
}

/** Its code is worth nothing from then on either. */
export async function endSubscription(executor: Executor, token: string): Promise<void> {
  await executor.updateTable('mail_subscriptions').set({ state: 'ENDED', code_hash: null }).where('token', '=', token).execute();
}

/** One that was confirmed stays. */
export async function endPendingSubscription(executor: Executor, id: string): Promise<void> {
  await executor
    .updateTable('mail_subscriptions')
    .set({ state: 'ENDED', code_hash: null })
    .where('id', '=', id)
    .where('state', '=', 'PENDING')
    .execute();
}

/**
 * Confirmed ones whose order has moved since it was looked at for news. As many rows are read as there are orders with readers
 * that are open, or not yet closed by {@link closeSubscriptions}.
 */
export async function listSubscriptionsWithNews(executor: Executor, limit: number): Promise<MailSubscriptionRow[]> {
  return await executor
    .selectFrom('mail_subscriptions')
    .innerJoin('orders', 'orders.id', 'mail_subscriptions.order_id')
    .selectAll('mail_subscriptions')
    .where('mail_subscriptions.is_open', '=', 1)
    .where('mail_subscriptions.state', '=', 'CONFIRMED')
    .whereRef('orders.version', '>', 'mail_subscriptions.seen_version')
    .orderBy('mail_subscriptions.created_at')
    .limit(limit)
    .execute();
}

/** Confirmed ones that wanted to be looked at again by now, whether or not their order has moved; the longest due first. */
export async function listSubscriptionsDue(executor: Executor, now: number, limit: number): Promise<MailSubscriptionRow[]> {
  return await executor
    .selectFrom('mail_subscriptions')
    .selectAll()
    .where('is_open', '=', 1)
    .where('state', '=', 'CONFIRMED')
    .where('next_check_at', '<=', now)
    .orderBy('next_check_at')
    .limit(limit)
    .execute();
}

/** Writes down which version was looked at, and when to look again. False: another process did. */
export async function markSeen(
  executor: Executor,
  subscription: Pick<MailSubscriptionRow, 'id' | 'seen_version' | 'next_check_at'>,
  seen: Pick<MailSubscriptionRow, 'seen_version' | 'next_check_at'>,
): Promise<boolean> {
  const result = await executor
    .updateTable('mail_subscriptions')
    .set(seen)
    .where('id', '=', subscription.id)
    .where('seen_version', '=', subscription.seen_version)
    .where('next_check_at', '=', subscription.next_check_at)
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
}

/** There are no more news of orders that ended, and whose addresses were watched until `watchedBefore` at the latest. */
export async function closeSubscriptions(executor: Executor, watchedBefore: number): Promise<void> {
  await executor
    .updateTable('mail_subscriptions')
    .set({ is_open: 0 })
    .where('is_open', '=', 1)
    .where((where) =>
      where.exists(
        where
          .selectFrom('orders')
          .select('orders.id')
          .whereRef('orders.id', '=', 'mail_subscriptions.order_id')
          .where('orders.ended_at', 'is not', null)
          .where('orders.watch_until', '<', watchedBefore),
      ),
    )
    .execute();
}

const WAITING = 'AWAITING_DEPOSIT' satisfies OrderStatus;
/** Something has come, and nothing is to be sent for it yet: without it they are about nothing. */
const UNDECIDED = ['CONFIRMING', 'DECISION_NEEDED', 'REFUND_REQUESTED'] as const satisfies OrderStatus[];

/**
 * Forgets addresses and mails: of orders that ended before `endedBefore`, that nobody paid, or in which there is nothing and
 * whose addresses were watched until then; and those that nobody confirmed with a code which was good until `codeBefore`.
 * Nothing is kept for its own sake.
 */
export async function deleteOldSubscriptions(database: Database, endedBefore: number, codeBefore: number): Promise<void> {
  const isOld = (where: ExpressionBuilder<Tables, 'mail_subscriptions'>) => {
    const order = where.selectFrom('orders').select('orders.id').whereRef('orders.id', '=', 'mail_subscriptions.order_id');
    const unwatched = order.where('orders.watch_until', '<', endedBefore);
    const deposits = where
      .selectFrom('deposits')
      .select('deposits.order_id')
      .whereRef('deposits.order_id', '=', 'mail_subscriptions.order_id')
      .where('deposits.is_reorged', '=', 0)
      .where((deposit) => deposit.or([deposit('role', 'is', null), deposit('role', '=', 'ORDER')]));
    return where.or([
      where.exists(order.where('orders.ended_at', '<', endedBefore)),
      where.and([
        where('mail_subscriptions.created_at', '<', endedBefore),
        where.or([
          where.exists(order.where('orders.status', '=', WAITING).where('orders.first_deposit_at', 'is', null)),
          // The network may have taken back for good what was seen, or asked about: such an order never ends.
          where.exists(unwatched.where('orders.status', '=', WAITING)),
          where.and([where.exists(unwatched.where('orders.status', 'in', UNDECIDED)), where.not(where.exists(deposits))]),
        ]),
      ]),
      where.and([
        where('mail_subscriptions.state', '=', 'PENDING'),
        where('mail_subscriptions.code_expires_at', '<', codeBefore),
      ]),
    ]);
  };
  const old = await database.selectFrom('mail_subscriptions').select('id').where(isOld).limit(500).execute();
  if (old.length === 0) return;
  await database.transaction().execute(async (transaction) => {
    // Whoever asked for a new code meanwhile, or typed it, is not old any more: what goes is decided by the delete itself.
    const gone = await transaction
      .deleteFrom('mail_subscriptions')
      .where(
        'id',
        'in',
        old.map(({ id }) => id),
      )
      .where(isOld)
      .returning('id')
      .execute();
    if (gone.length === 0) return;
    await transaction
      .deleteFrom('mail_outbox')
      .where(
        'subscription_id',
        'in',
        gone.map(({ id }) => id),
      )
      .execute();
  });
}
