import type { Executor } from '../../database.ts';
import type { ReferralRow } from '../../tables/affiliates.ts';

export async function insertReferral(executor: Executor, referral: ReferralRow): Promise<void> {
  await executor.insertInto('referrals').values(referral).execute();
}

/** Returns the signed referrer of a customer; undefined: none. */
export async function findReferral(executor: Executor, userId: number): Promise<ReferralRow | undefined> {
  return await executor.selectFrom('referrals').selectAll().where('user_id', '=', userId).executeTakeFirst();
}

/** Deletes the signed referrer of a customer, in the transaction that clears it in `users`. */
export async function deleteReferral(transaction: Executor, userId: number): Promise<void> {
  await transaction.deleteFrom('referrals').where('user_id', '=', userId).execute();
}

/** Deletes the signed referrer of each customer whom this one referred, before it is cleared in `users`. */
export async function deleteReferralsBy(transaction: Executor, referrerId: number): Promise<void> {
  const referred = transaction.selectFrom('users').select('id').where('referrer_user_id', '=', referrerId);
  await transaction.deleteFrom('referrals').where('user_id', 'in', referred).execute();
}
