import type { Executor } from '../../database.ts';
import type { AccountCodeRow } from '../../tables/accounts.ts';

type NewAccountCode = Pick<AccountCodeRow, 'id' | 'user_id' | 'kind' | 'created_at' | 'expires_at'> &
  Partial<Pick<AccountCodeRow, 'code_hash' | 'data'>>;

export async function insertAccountCode(executor: Executor, code: NewAccountCode): Promise<void> {
  await executor
    .insertInto('account_codes')
    .values({ code_hash: '', data: '', ...code, tries: 0, used_at: null })
    .execute();
}

/** Returns a code that is neither used nor expired. */
export async function findAccountCode(executor: Executor, id: string, now: number): Promise<AccountCodeRow | undefined> {
  return await executor
    .selectFrom('account_codes')
    .selectAll()
    .where('id', '=', id)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirst();
}

/** Counts a try. Returns how many there were with it; null if there were `most` already: the code must then not be compared. */
export async function countAccountCodeTry(executor: Executor, id: string, most: number): Promise<number | null> {
  const row = await executor
    .updateTable('account_codes')
    .set((row) => ({ tries: row('tries', '+', 1) }))
    .where('id', '=', id)
    .where('tries', '<', most)
    .returning('tries')
    .executeTakeFirst();
  return row?.tries ?? null;
}

/** Uses a code up. Returns false if it was used or has expired meanwhile. */
export async function useAccountCode(executor: Executor, id: string, now: number): Promise<boolean> {
  const result = await executor
    .updateTable('account_codes')
    .set({ used_at: now })
    .where('id', '=', id)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
}

/** Returns a code of a kind, used and expired ones included. */
export async function findAnyAccountCode(
  executor: Executor,
  id: string,
  kind: AccountCodeRow['kind'],
): Promise<AccountCodeRow | undefined> {
  return await executor.selectFrom('account_codes').selectAll().where('id', '=', id).where('kind', '=', kind).executeTakeFirst();
}

export async function setAccountCodeData(executor: Executor, id: string, data: string): Promise<void> {
  await executor.updateTable('account_codes').set({ data }).where('id', '=', id).execute();
}

export async function deleteOldAccountCodes(executor: Executor, before: number): Promise<void> {
  await executor.deleteFrom('account_codes').where('expires_at', '<', before).execute();
}

export async function deleteAccountCodes(executor: Executor, ids: readonly string[]): Promise<void> {
  if (ids.length > 0) await executor.deleteFrom('account_codes').where('id', 'in', ids).execute();
}

/** Deletes the codes with which somebody could still sign in as a customer whose password or e-mail has changed. */
export async function deleteSignInCodes(executor: Executor, userId: number): Promise<void> {
  await executor
    .deleteFrom('account_codes')
    .where('user_id', '=', userId)
    .where('kind', 'in', ['RESET_PASSWORD', 'SIGN_IN'])
    .execute();
}

/** Returns the newest codes of a customer that are neither used nor expired. */
export async function listAccountCodes(
  executor: Executor,
  { userId, kind, limit }: { userId: number; kind: AccountCodeRow['kind']; limit: number },
  now: number,
): Promise<AccountCodeRow[]> {
  return await executor
    .selectFrom('account_codes')
    .selectAll()
    .where('user_id', '=', userId)
    .where('kind', '=', kind)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .limit(limit)
    .execute();
}

/** Uses up the links of a customer that freeze the account and were sent since a time: they restore what a thief made of it. */
export async function useLinksSince(
  executor: Executor,
  userId: number,
  { since, now }: { since: number; now: number },
): Promise<void> {
  await executor
    .updateTable('account_codes')
    .set({ used_at: now })
    .where('user_id', '=', userId)
    .where('kind', '=', 'FREEZE')
    .where('created_at', '>=', since)
    .where('used_at', 'is', null)
    .execute();
}

/** Returns whether another customer has a link that restores an e-mail. `held`: as its row stores the e-mail. */
export async function isEmailHeld(
  executor: Executor,
  held: string,
  { userId, now }: { userId: number | null; now: number },
): Promise<boolean> {
  const row = await executor
    .selectFrom('account_codes')
    .select('id')
    .where('kind', '=', 'FREEZE')
    .where('code_hash', '=', held)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .where('user_id', '<>', userId ?? 0)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}
