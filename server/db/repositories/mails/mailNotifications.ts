import type { Executor } from '../../database.ts';
import type { OrderNotificationRow } from '../../tables/mail.ts';

type NewNotification = Pick<
  OrderNotificationRow,
  'id' | 'subscription_id' | 'kind' | 'reference' | 'occurrence' | 'code' | 'state' | 'not_before' | 'created_at'
>;

/** Records a notification. Idempotent: one that is recorded already stays unchanged. */
export async function insertNotification(executor: Executor, notification: NewNotification): Promise<void> {
  await executor
    .insertInto('order_notifications')
    .values({ ...notification, attempts: 0, lease_owner: null, lease_until: 0, reason: null, sent_at: null })
    .onConflict((conflict) => conflict.columns(['subscription_id', 'kind', 'reference', 'occurrence']).doNothing())
    .execute();
}

/** Returns everything recorded for one subscriber. */
export async function listNotifications(executor: Executor, subscriptionId: string): Promise<OrderNotificationRow[]> {
  return await executor.selectFrom('order_notifications').selectAll().where('subscription_id', '=', subscriptionId).execute();
}

/** Deletes a notification that `owner` has leased, so that it can be recorded again. */
export async function deleteClaimedNotification(executor: Executor, id: string, owner: string): Promise<void> {
  await executor.deleteFrom('order_notifications').where('id', '=', id).where('lease_owner', '=', owner).execute();
}

/** Queued, and not being sent at the moment. */
export function isRevocable({ state, lease_until }: OrderNotificationRow, now: number): boolean {
  return state === 'PENDING' && lease_until <= now;
}

/** Deletes those of `ids` that are still revocable ({@link isRevocable}), so that they can be recorded again. */
export async function deleteRevocableNotifications(executor: Executor, ids: readonly string[], now: number): Promise<void> {
  if (ids.length === 0) return;
  await executor
    .deleteFrom('order_notifications')
    .where('id', 'in', ids)
    .where('state', '=', 'PENDING')
    .where('lease_until', '<=', now)
    .execute();
}
