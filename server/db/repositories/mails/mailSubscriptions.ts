import { sql, type ExpressionBuilder } from 'kysely';
import type { OrderStatus } from '../../../../contract/order.ts';
import { compiledRead } from '../../compiled.ts';
import type { Database, Executor } from '../../database.ts';
import type { Tables } from '../../tables.ts';
import type { MailSubscriptionRow } from '../../tables/mail.ts';

/**
 * Inserts a subscription, or renews the one of the same order and address, and returns its row. A confirmed subscription stays
 * confirmed. An ended one becomes PENDING: it has to be confirmed again.
 */
export async function renewSubscription(executor: Executor, subscription: MailSubscriptionRow): Promise<MailSubscriptionRow> {
  const { code_expires_at, locale, origin } = subscription;
  await executor
    .insertInto('mail_subscriptions')
    .values(subscription)
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
  const row = await findSubscriptionOf(executor, subscription.order_id, subscription.email);
  if (!row) throw new Error('The subscription is missing right after it was inserted');
  return row;
}

/** Subscribes the confirmed subscribers of one order to another order too. `newId` returns a new random id with each call. */
export async function copySubscriptions(
  executor: Executor,
  fromOrderId: string,
  toOrderId: string,
  now: number,
  newId: () => string,
): Promise<void> {
  const rows = await executor
    .selectFrom('mail_subscriptions')
    .selectAll()
    .where('order_id', '=', fromOrderId)
    .where('state', '=', 'CONFIRMED')
    .execute();
  if (rows.length === 0) return;
  const fresh = { order_id: toOrderId, code_hash: null, code_tries: 0, checked_version: -1, next_check_at: 0, is_open: 1 };
  await executor
    .insertInto('mail_subscriptions')
    .values(rows.map((row) => ({ ...row, ...fresh, id: newId(), token: newId(), created_at: now })))
    .execute();
}

/** Replaces the code that confirms a subscription. */
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

/** Counts an attempt to confirm. Returns false when there were `most` already; the code must then not be compared. */
export async function countCodeTry(executor: Executor, id: string, most: number): Promise<boolean> {
  const result = await executor
    .updateTable('mail_subscriptions')
    .set((row) => ({ code_tries: row('code_tries', '+', 1) }))
    .where('id', '=', id)
    .where('code_tries', '<', most)
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
}

/** Confirms with a code, uses the code up, and makes the subscription due. False: the code was used, replaced or ended meanwhile. */
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

/** Unsubscribes, and makes an unused code invalid. */
export async function endSubscription(executor: Executor, token: string): Promise<void> {
  await executor.updateTable('mail_subscriptions').set({ state: 'ENDED', code_hash: null }).where('token', '=', token).execute();
}

/** Ends a subscription that is not confirmed. */
export async function endPendingSubscription(executor: Executor, id: string): Promise<void> {
  await executor
    .updateTable('mail_subscriptions')
    .set({ state: 'ENDED', code_hash: null })
    .where('id', '=', id)
    .where('state', '=', 'PENDING')
    .execute();
}

/**
 * Returns confirmed subscriptions to check: first those whose order changed since the last check, then those whose next check is due, the
 * longest due first. Reads every subscription that is not yet closed ({@link closeSubscriptions}).
 */
export async function listSubscriptionsToCheck(executor: Executor, now: number, limit: number): Promise<MailSubscriptionRow[]> {
  return await toCheck(executor, { now, limit });
}

const toCheck = compiledRead<{ now: number; limit: number }, MailSubscriptionRow>((executor, value) => {
  // PostgreSQL sorts null, which a missing order would give, before true.
  const isChanged = sql<boolean>`coalesce(orders.version > mail_subscriptions.checked_version, false)`;
  return executor
    .selectFrom('mail_subscriptions')
    .leftJoin('orders', 'orders.id', 'mail_subscriptions.order_id')
    .selectAll('mail_subscriptions')
    .where('mail_subscriptions.is_open', '=', 1)
    .where('mail_subscriptions.state', '=', 'CONFIRMED')
    .where((where) => where.or([isChanged, where('mail_subscriptions.next_check_at', '<=', value('now'))]))
    .orderBy(isChanged, 'desc')
    .orderBy('mail_subscriptions.next_check_at')
    .limit(value('limit'));
});

/** Records which version was checked, and when to check again. False: another process checked it first. */
export async function markChecked(
  executor: Executor,
  subscription: Pick<MailSubscriptionRow, 'id' | 'checked_version' | 'next_check_at'>,
  check: Pick<MailSubscriptionRow, 'checked_version' | 'next_check_at'>,
): Promise<boolean> {
  const result = await executor
    .updateTable('mail_subscriptions')
    .set(check)
    .where('id', '=', subscription.id)
    .where('checked_version', '=', subscription.checked_version)
    .where('next_check_at', '=', subscription.next_check_at)
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
}

/** Closes the subscriptions of orders that ended and whose addresses were last watched before `watchedBefore`. */
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
/** Statuses with a deposit and no transfer yet. If the deposit is reorged for good, such an order never ends. */
const UNDECIDED = ['CONFIRMING', 'DECISION_NEEDED', 'REFUND_REQUESTED'] as const satisfies OrderStatus[];

/**
 * Deletes old subscriptions with their notifications, so that addresses are not stored longer than needed:
 * - of orders that ended before `endedBefore`
 * - created before `endedBefore`, of orders without a deposit, or whose deposits were reorged and that were last watched before
 *   `endedBefore`
 * - unconfirmed ones whose code expired before `codeBefore`
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
          // The deposit was seen and then reorged for good.
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
    // The condition is repeated: a subscription may have been renewed or confirmed since the select.
    const deleted = await transaction
      .deleteFrom('mail_subscriptions')
      .where(
        'id',
        'in',
        old.map(({ id }) => id),
      )
      .where(isOld)
      .returning('id')
      .execute();
    if (deleted.length === 0) return;
    await transaction
      .deleteFrom('order_notifications')
      .where(
        'subscription_id',
        'in',
        deleted.map(({ id }) => id),
      )
      .execute();
  });
}
