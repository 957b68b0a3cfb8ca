import type { Insertable, Updateable } from 'kysely';
import type { Executor } from '../../database.ts';
import { isPostgres } from '../../isPostgres.ts';
import type { UserRow } from '../../tables/accounts.ts';

/** Inserts a user and returns its number; null if the e-mail belongs to another user. */
export async function insertUser(executor: Executor, user: Omit<Insertable<UserRow>, 'id' | 'version'>): Promise<number | null> {
  const row = await executor
    .insertInto('users')
    .values({ ...user, version: 0 })
    .onConflict((conflict) => conflict.column('email_key').doNothing())
    .returning('id')
    .executeTakeFirst();
  return row?.id ?? null;
}

export async function findUser(executor: Executor, id: number): Promise<UserRow | undefined> {
  return await executor.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirst();
}

/** Returns the users with operator scopes. */
export async function listOperators(executor: Executor): Promise<Pick<UserRow, 'id' | 'operator_scopes'>[]> {
  return await executor.selectFrom('users').select(['id', 'operator_scopes']).where('operator_scopes', '<>', '[]').execute();
}

/** Returns the user with this e-mail in lower case. */
export async function findUserByEmail(executor: Executor, emailKey: string): Promise<UserRow | undefined> {
  return await executor.selectFrom('users').selectAll().where('email_key', '=', emailKey).executeTakeFirst();
}

/**
 * Locks a user until the end of the transaction, before it starts a session. Code that ends all sessions
 * locks the user too, so it ends this session with them. Returns false if the account is closed.
 */
export async function lockUser(executor: Executor, id: number): Promise<boolean> {
  const result = await executor
    .updateTable('users')
    .set({ closed_at: null })
    .where('id', '=', id)
    .where('closed_at', 'is', null)
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
}

/**
 * Locks a user until the end of the transaction. Returns false if the password was changed, a second factor turned on or the account
 * closed since the user was read without one. Locks with an UPDATE that changes no value, because that works on both databases.
 */
export async function lockUserWithPassword(
  executor: Executor,
  { id, password_changed_at }: Pick<UserRow, 'id' | 'password_changed_at'>,
): Promise<boolean> {
  const result = await executor
    .updateTable('users')
    .set({ password_changed_at })
    .where('id', '=', id)
    .where('password_changed_at', '=', password_changed_at)
    .where('has_second_factor', '=', 0)
    .where('closed_at', 'is', null)
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
}

/**
 * Locks a user until the end of the transaction, before it is closed, and returns it. Meanwhile nobody inserts a record of the user, such
 * as an order: on PostgreSQL its foreign key waits for this lock, and SQLite runs one transaction at a time.
 */
export async function lockUserForClosing(transaction: Executor, id: number): Promise<UserRow | undefined> {
  const user = transaction.selectFrom('users').selectAll().where('id', '=', id).where('closed_at', 'is', null);
  return await user.$if(isPostgres(transaction), (query) => query.forUpdate()).executeTakeFirst();
}

/** Updates a user as it was read. False: another process changed it since. */
export async function updateUser(
  executor: Executor,
  { id, version }: Pick<UserRow, 'id' | 'version'>,
  change: Omit<Updateable<UserRow>, 'id' | 'version'>,
): Promise<boolean> {
  const result = await executor
    .updateTable('users')
    .set({ ...change, version: version + 1 })
    .where('id', '=', id)
    .where('version', '=', version)
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
}

/** Returns when withdrawals open after the first e-mail (D80), in ms since 1970; null: they are open at `now`. */
export async function findWithdrawalsFrom(executor: Executor, id: number, now: number): Promise<number | null> {
  const user = executor.selectFrom('users').select('withdrawals_from').where('id', '=', id).where('withdrawals_from', '>', now);
  return (await user.executeTakeFirst())?.withdrawals_from ?? null;
}

/** Returns until when a link of a mail froze the account, in ms since 1970; null: it is not frozen at `now`. */
export async function findFrozenUntil(executor: Executor, id: number, now: number): Promise<number | null> {
  const user = executor.selectFrom('users').select('frozen_until').where('id', '=', id).where('frozen_until', '>', now);
  return (await user.executeTakeFirst())?.frozen_until ?? null;
}
