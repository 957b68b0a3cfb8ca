import type { Database } from '../db/database.ts';
import { lockInTransaction } from '../db/lockInTransaction.ts';
import { hasGuaranteeBeyond } from '../db/repositories/signedDocuments.ts';
import { VERSIONS_BEFORE_ORIGINS } from '../guarantee/signedSince.ts';
import { signOldAccruals, type OldAccrualOptions } from '../affiliates/signOldAccruals.ts';
import { signOldEarnings } from '../affiliates/signedEarnings.ts';
import { signOldReferrals } from '../affiliates/signedReferrals.ts';
import { signOldVerifications } from './verifiedSends.ts';

/**
 * Signs what versions that signed nothing have left (D68), all at once and only while every order is theirs: a later start must not
 * sign what somebody has deleted or invented meanwhile. Each guarantee says by its version who made the order.
 */
export async function signOldRecords({
  database,
  now,
  ...options
}: OldAccrualOptions & { database: Database; now: () => number }): Promise<void> {
  await database.transaction().execute(async (transaction) => {
    await lockInTransaction(transaction, 'signing of old records');
    if (await hasGuaranteeBeyond(transaction, VERSIONS_BEFORE_ORIGINS)) return;
    await signOldAccruals(options, transaction);
    await signOldEarnings(options, transaction);
    await signOldReferrals({ ...options, now }, transaction);
    await signOldVerifications({ ...options, now }, transaction);
  });
}
