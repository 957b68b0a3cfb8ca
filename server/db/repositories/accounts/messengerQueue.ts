import type { LocaleCode } from '../../../../contract/paths/locales.ts';
import { randomId } from '../../../common/hashing.ts';
import type { Executor } from '../../database.ts';
import { findMessengerAccount, setMessengerWriting } from './messengerAccounts.ts';
import type { MessengerNoticeKind, MessengerNoticeRow, MessengerSubscriptionRow } from '../../tables/messenger.ts';

/** The queues of the bot. Both tables have the columns attempts, not_before and a lease. */
export type MessengerQueue = 'messenger_subscriptions' | 'messenger_notices';

const NEW = { attempts: 0, lease_owner: null, lease_until: 0 } as const;

/** Lets a chat follow an order. Without effect if it does, or did. */
export async function insertMessengerSubscription(
  executor: Executor,
  subscription: Pick<MessengerSubscriptionRow, 'order_id' | 'messenger_id' | 'locale' | 'created_at'>,
): Promise<void> {
  const fresh = { id: randomId(), shown: '', message_id: null, checked_version: -1, state: 'ACTIVE', not_before: 0 } as const;
  await executor
    .insertInto('messenger_subscriptions')
    .values({ ...NEW, ...fresh, ...subscription })
    .onConflict((conflict) => conflict.columns(['order_id', 'messenger_id']).doNothing())
    .execute();
}

/** Queues a message to the customer's chat, if a messenger is linked that lets the bot write. */
export async function queueMessengerNotice(
  executor: Executor,
  { userId, kind, now }: { userId: number; kind: MessengerNoticeKind; now: number },
): Promise<void> {
  const account = await executor
    .selectFrom('messenger_accounts')
    .innerJoin('users', 'users.id', 'messenger_accounts.user_id')
    .select(['messenger_id', 'locale'])
    .where('user_id', '=', userId)
    .where('can_write', '=', 1)
    .executeTakeFirst();
  if (!account) return;
  const { messenger_id, locale } = account;
  await executor
    .insertInto('messenger_notices')
    .values({ ...NEW, id: randomId(), messenger_id, kind, locale, state: 'PENDING', not_before: now, created_at: now })
    .execute();
}

/** Returns orders since `since` of customers whom the bot may write to, and whose chat does not follow them yet. */
export async function listUnfollowedOrders(
  executor: Executor,
  since: number,
  limit: number,
): Promise<{ order_id: string; messenger_id: string; locale: LocaleCode }[]> {
  return await executor
    .selectFrom('order_owners')
    .innerJoin('messenger_accounts', 'messenger_accounts.user_id', 'order_owners.user_id')
    .innerJoin('users', 'users.id', 'order_owners.user_id')
    .leftJoin('messenger_subscriptions', (join) =>
      join
        .onRef('messenger_subscriptions.order_id', '=', 'order_owners.order_id')
        .onRef('messenger_subscriptions.messenger_id', '=', 'messenger_accounts.messenger_id'),
    )
    .select(['order_owners.order_id', 'messenger_accounts.messenger_id', 'users.locale'])
    .where('order_owners.created_at', '>=', since)
    .where('order_owners.source', '=', 'SESSION')
    .where('messenger_accounts.can_write', '=', 1)
    .where('messenger_subscriptions.id', 'is', null)
    .orderBy('order_owners.created_at')
    .limit(limit)
    .execute();
}

/** Returns chats whose order changed since the last check, or whose next check is due, the longest due first. */
export async function listSubscriptionsToCheck(
  executor: Executor,
  now: number,
  limit: number,
): Promise<MessengerSubscriptionRow[]> {
  const open = executor
    .selectFrom('messenger_subscriptions')
    .selectAll('messenger_subscriptions')
    .where('messenger_subscriptions.state', '=', 'ACTIVE')
    .where('lease_until', '<=', now);
  const due = await open.where('not_before', '<=', now).orderBy('not_before').limit(limit).execute();
  // A failed attempt waits for its time.
  const changed = await open
    .innerJoin('orders', 'orders.id', 'messenger_subscriptions.order_id')
    .whereRef('orders.version', '>', 'checked_version')
    .where('attempts', '=', 0)
    .limit(limit)
    .execute();
  return [...new Map([...due, ...changed].map((row) => [row.id, row])).values()];
}

export async function listDueNotices(executor: Executor, now: number, limit: number): Promise<MessengerNoticeRow[]> {
  return await executor
    .selectFrom('messenger_notices')
    .selectAll()
    .where('state', '=', 'PENDING')
    .where('not_before', '<=', now)
    .where('lease_until', '<=', now)
    .orderBy('not_before')
    .limit(limit)
    .execute();
}

/** Leases a row to `owner` until `until`. False: another host has it, or it is over. */
export async function claimMessage(
  executor: Executor,
  queue: MessengerQueue,
  id: string,
  { owner, now, until }: { owner: string; now: number; until: number },
): Promise<boolean> {
  const result = await executor
    .updateTable(queue)
    .set({ lease_owner: owner, lease_until: until })
    .where('id', '=', id)
    .where('state', 'in', ['ACTIVE', 'PENDING'])
    .where('lease_until', '<=', now)
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
}

/** Records what was sent, or when to try again, and ends the lease of `owner`. */
export async function settleMessage<Queue extends MessengerQueue>(
  executor: Executor,
  queue: Queue,
  { id, owner }: { id: string; owner: string },
  result: Queue extends 'messenger_notices'
    ? Partial<Pick<MessengerNoticeRow, 'state' | 'attempts' | 'not_before'>>
    : Partial<Pick<MessengerSubscriptionRow, 'state' | 'attempts' | 'not_before' | 'shown' | 'message_id' | 'checked_version'>>,
): Promise<void> {
  const table: MessengerQueue = queue;
  await executor
    .updateTable(table)
    .set({ ...result, lease_owner: null, lease_until: 0 })
    .where('id', '=', id)
    .where('lease_owner', '=', owner)
    .execute();
}

/** The customer blocked the bot at `at`: ends everything that it would send to the chat, unless the customer has let it write since. */
export async function endMessages(executor: Executor, messengerId: string, at: number): Promise<void> {
  const isNews = await setMessengerWriting(executor, messengerId, { canWrite: false, at });
  if (!isNews && (await findMessengerAccount(executor, messengerId))) return;
  await executor
    .updateTable('messenger_subscriptions')
    .set({ state: 'ENDED' })
    .where('messenger_id', '=', messengerId)
    .where('state', '=', 'ACTIVE')
    .execute();
  await executor
    .updateTable('messenger_notices')
    .set({ state: 'DROPPED' })
    .where('messenger_id', '=', messengerId)
    .where('state', '=', 'PENDING')
    .execute();
}

/** Deletes what nobody needs any more: a chat's number is stored no longer than an e-mail. */
export async function deleteOldMessages(executor: Executor, before: number): Promise<void> {
  for (const table of ['messenger_subscriptions', 'messenger_notices'] as const) {
    await executor.deleteFrom(table).where('created_at', '<', before).where('state', 'not in', ['ACTIVE', 'PENDING']).execute();
  }
}

/** Marks a notice of this chat as answered, once. Returns false if it is older than `since`, of another kind, or was answered. */
export async function answerNotice(
  executor: Executor,
  { id, messengerId, since, kinds }: { id: string; messengerId: string; since: number; kinds: readonly MessengerNoticeKind[] },
): Promise<boolean> {
  const result = await executor
    .updateTable('messenger_notices')
    .set({ state: 'ANSWERED' })
    .where('id', '=', id)
    .where('messenger_id', '=', messengerId)
    .where('kind', 'in', kinds)
    .where('created_at', '>=', since)
    .where('state', 'in', ['PENDING', 'SENT'])
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
}
