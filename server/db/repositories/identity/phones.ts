import type { Executor } from '../../database.ts';
import type { IdentityPhoneTable } from '../../tables/identity.ts';

/** Stores the code of a submission in place of the one before, whose phone can add nothing from then on. */
export async function replacePhone(executor: Executor, phone: Omit<IdentityPhoneTable, 'pass_hash'>): Promise<void> {
  await executor.deleteFrom('identity_phones').where('submission_id', '=', phone.submission_id).execute();
  await executor
    .insertInto('identity_phones')
    .values({ ...phone, pass_hash: null })
    .execute();
}

/** Returns the code of a submission that is valid now. */
export async function findPhoneOf(
  executor: Executor,
  submissionId: string,
  now: number,
): Promise<IdentityPhoneTable | undefined> {
  return await executor
    .selectFrom('identity_phones')
    .selectAll()
    .where('submission_id', '=', submissionId)
    .where('expires_at', '>', now)
    .executeTakeFirst();
}

/** Exchanges a code for a pass, once. Returns undefined if it was used, replaced or has expired. */
export async function redeemPhone(
  executor: Executor,
  { codeHash, passHash, now }: { codeHash: string; passHash: string; now: number },
): Promise<IdentityPhoneTable | undefined> {
  return await executor
    .updateTable('identity_phones')
    .set({ pass_hash: passHash })
    .where('code_hash', '=', codeHash)
    .where('pass_hash', 'is', null)
    .where('expires_at', '>', now)
    .returningAll()
    .executeTakeFirst();
}

/** Returns the phone that has a pass, while the code is valid. */
export async function findPhoneByPass(
  executor: Executor,
  passHash: string,
  now: number,
): Promise<IdentityPhoneTable | undefined> {
  return await executor
    .selectFrom('identity_phones')
    .selectAll()
    .where('pass_hash', '=', passHash)
    .where('expires_at', '>', now)
    .executeTakeFirst();
}
