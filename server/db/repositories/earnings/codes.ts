import type { Executor } from '../../database.ts';
import type { AffiliateCodeRow } from '../../tables/affiliates.ts';

/** Inserts a code. Returns false if it is taken, or if it is a second main code of its customer. */
export async function insertCode(executor: Executor, row: AffiliateCodeRow): Promise<boolean> {
  const inserted = await executor
    .insertInto('affiliate_codes')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return inserted.numInsertedOrUpdatedRows === 1n;
}

/** Returns the code, unless its customer has closed the account. */
export async function findActiveCode(executor: Executor, code: string): Promise<AffiliateCodeRow | undefined> {
  return await executor
    .selectFrom('affiliate_codes')
    .innerJoin('users', 'users.id', 'affiliate_codes.user_id')
    .selectAll('affiliate_codes')
    .where('code', '=', code)
    .where('users.closed_at', 'is', null)
    .executeTakeFirst();
}

export async function findMainCode(executor: Executor, userId: number): Promise<AffiliateCodeRow | undefined> {
  return await executor
    .selectFrom('affiliate_codes')
    .selectAll()
    .where('user_id', '=', userId)
    .where('is_main', '=', 1)
    .executeTakeFirst();
}

/** Returns the codes of a customer: the main code, then the others, the oldest first. */
export async function listCodes(executor: Executor, userId: number): Promise<AffiliateCodeRow[]> {
  return await executor
    .selectFrom('affiliate_codes')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('is_main', 'desc')
    .orderBy('created_at')
    .orderBy('code')
    .execute();
}

/** Renames a customer's code and returns it; undefined if the customer has no such code. */
export async function renameCode(
  executor: Executor,
  { userId, code, name }: { userId: number; code: string; name: string },
): Promise<AffiliateCodeRow | undefined> {
  return await executor
    .updateTable('affiliate_codes')
    .set({ name })
    .where('code', '=', code)
    .where('user_id', '=', userId)
    .returningAll()
    .executeTakeFirst();
}
