import type { Executor } from '../../database.ts';
import type { MessengerAccountRow, UserRow } from '../../tables/accounts.ts';

/** Links an account of the messenger to a customer. False: it is linked already, or the customer has another one. */
export async function insertMessengerAccount(
  executor: Executor,
  account: Omit<MessengerAccountRow, 'writing_at'>,
): Promise<boolean> {
  const result = await executor
    .insertInto('messenger_accounts')
    .values(account)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return result.numInsertedOrUpdatedRows === 1n;
}

export async function findMessengerAccount(executor: Executor, messengerId: string): Promise<MessengerAccountRow | undefined> {
  const account = executor.selectFrom('messenger_accounts').selectAll();
  return await account.where('messenger_id', '=', messengerId).executeTakeFirst();
}

export async function findMessengerAccountOf(executor: Executor, userId: number): Promise<MessengerAccountRow | undefined> {
  return await executor.selectFrom('messenger_accounts').selectAll().where('user_id', '=', userId).executeTakeFirst();
}

/** Returns the customer whom an account of the messenger signs in. */
export async function findUserOfMessenger(executor: Executor, messengerId: string): Promise<UserRow | undefined> {
  return await executor
    .selectFrom('users')
    .innerJoin('messenger_accounts', 'messenger_accounts.user_id', 'users.id')
    .selectAll('users')
    .where('messenger_id', '=', messengerId)
    .executeTakeFirst();
}

/** Ends the link, and what the bot tells its chat of orders. Returns whether the customer had one. */
export async function deleteMessengerAccount(executor: Executor, userId: number): Promise<boolean> {
  const accounts = executor.deleteFrom('messenger_accounts').where('user_id', '=', userId).returning('messenger_id');
  const account = await accounts.executeTakeFirst();
  if (!account) return false;
  await executor
    .updateTable('messenger_subscriptions')
    .set({ state: 'ENDED' })
    .where('messenger_id', '=', account.messenger_id)
    .where('state', '=', 'ACTIVE')
    .execute();
  return true;
}

/** Notes whether the customer lets the bot write, as the messenger said at `at`. False: there is newer news, or no such account. */
export async function setMessengerWriting(
  executor: Executor,
  messengerId: string,
  { canWrite, at }: { canWrite: boolean; at: number },
): Promise<boolean> {
  const result = await executor
    .updateTable('messenger_accounts')
    .set({ can_write: canWrite ? 1 : 0, writing_at: at })
    .where('messenger_id', '=', messengerId)
    .where('writing_at', '<=', at)
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
}
