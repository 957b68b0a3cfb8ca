import type { Executor } from '../../database.ts';
import type { UserRow } from '../../tables/accounts.ts';
import type { ReferralRow } from '../../tables/affiliates.ts';

export async function insertReferral(executor: Executor, referral: ReferralRow): Promise<void> {
  await executor.insertInto('referrals').values(referral).execute();
}

/** Returns what is signed of who brought a customer; undefined: nothing. */
export async function findReferral(executor: Executor, userId: number): Promise<ReferralRow | undefined> {
  return await executor.selectFrom('referrals').selectAll().where('user_id', '=', userId).executeTakeFirst();
}

/** Deletes what is signed of who brought a customer, in the transaction that forgets it. */
export async function deleteReferral(transaction: Executor, userId: number): Promise<void> {
  await transaction.deleteFrom('referrals').where('user_id', '=', userId).execute();
}

/** Deletes what is signed of the customers that a customer brought, before `users` forgets it. */
export async function deleteReferralsBy(transaction: Executor, referrerId: number): Promise<void> {
  const brought = transaction.selectFrom('users').select('id').where('referrer_user_id', '=', referrerId);
  await transaction.deleteFrom('referrals').where('user_id', 'in', brought).execute();
}

/** Returns up to `limit` customers with a referrer that is not signed. */
export async function listUnsignedReferrals(
  executor: Executor,
  limit: number,
): Promise<Pick<UserRow, 'id' | 'referrer_user_id' | 'referrer_code'>[]> {
  return await executor
    .selectFrom('users')
    .leftJoin('referrals', 'referrals.user_id', 'users.id')
    .select(['users.id', 'users.referrer_user_id', 'users.referrer_code'])
    .where('users.referrer_user_id', 'is not', null)
    .where('referrals.user_id', 'is', null)
    .limit(limit)
    .execute();
}
