import type { Executor } from '../../database.ts';
import type { PasskeyRow, TotpSecretRow } from '../../tables/secondFactor.ts';

export async function findTotpSecret(executor: Executor, userId: number): Promise<TotpSecretRow | undefined> {
  return await executor.selectFrom('totp_secrets').selectAll().where('user_id', '=', userId).executeTakeFirst();
}

/** Stores a secret that is not enabled yet, in place of an earlier one. Returns false if the authenticator app is on already. */
export async function replaceNewTotpSecret(executor: Executor, row: TotpSecretRow): Promise<boolean> {
  const result = await executor
    .insertInto('totp_secrets')
    .values(row)
    .onConflict((conflict) =>
      conflict
        .column('user_id')
        .doUpdateSet({ sealed_secret: row.sealed_secret, created_at: row.created_at, last_step: row.last_step })
        .where('totp_secrets.enabled_at', 'is', null),
    )
    .executeTakeFirst();
  return (result.numInsertedOrUpdatedRows ?? 0n) === 1n;
}

/** Turns the authenticator app on. Returns false if it is on, or if its secret was replaced meanwhile. */
export async function enableTotpSecret(
  executor: Executor,
  { user_id, sealed_secret }: TotpSecretRow,
  { step, now }: { step: number; now: number },
): Promise<boolean> {
  const result = await executor
    .updateTable('totp_secrets')
    .set({ enabled_at: now, last_step: step })
    .where('user_id', '=', user_id)
    .where('sealed_secret', '=', sealed_secret)
    .where('enabled_at', 'is', null)
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
}

/** Records the step of an accepted code. Returns false if a code of this step or of a later one was accepted before. */
export async function useTotpStep(executor: Executor, userId: number, step: number): Promise<boolean> {
  const result = await executor
    .updateTable('totp_secrets')
    .set({ last_step: step })
    .where('user_id', '=', userId)
    .where('enabled_at', 'is not', null)
    .where('last_step', '<', step)
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
}

/** Returns whether the authenticator app was on. */
export async function deleteTotpSecret(executor: Executor, userId: number): Promise<boolean> {
  const result = await executor
    .deleteFrom('totp_secrets')
    .where('user_id', '=', userId)
    .where('enabled_at', 'is not', null)
    .executeTakeFirst();
  return result.numDeletedRows === 1n;
}

/** Returns the passkeys of a customer, the oldest first. */
export async function listPasskeys(executor: Executor, userId: number): Promise<PasskeyRow[]> {
  return await executor.selectFrom('passkeys').selectAll().where('user_id', '=', userId).orderBy('created_at').execute();
}

export async function findPasskey(executor: Executor, id: string): Promise<PasskeyRow | undefined> {
  return await executor.selectFrom('passkeys').selectAll().where('id', '=', id).executeTakeFirst();
}

/** Returns false if the passkey exists already. */
export async function insertPasskey(executor: Executor, row: PasskeyRow): Promise<boolean> {
  const result = await executor
    .insertInto('passkeys')
    .values(row)
    .onConflict((conflict) => conflict.column('id').doNothing())
    .executeTakeFirst();
  return (result.numInsertedOrUpdatedRows ?? 0n) === 1n;
}

/** Records a use of a passkey. Returns false if it was removed, or used meanwhile with the same counter. */
export async function usePasskey(
  executor: Executor,
  { id, counter: before }: PasskeyRow,
  { counter, now }: { counter: number; now: number },
): Promise<boolean> {
  const result = await executor
    .updateTable('passkeys')
    .set({ counter, last_used_at: now })
    .where('id', '=', id)
    .where('counter', '=', before)
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
}

/** Returns the removed passkey; undefined if the customer has none with this id. */
export async function deletePasskey(executor: Executor, userId: number, id: string): Promise<PasskeyRow | undefined> {
  return await executor
    .deleteFrom('passkeys')
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .returningAll()
    .executeTakeFirst();
}

export async function countRecoveryCodes(executor: Executor, userId: number): Promise<number> {
  const { count } = await executor
    .selectFrom('recovery_codes')
    .select(({ fn }) => fn.countAll().as('count'))
    .where('user_id', '=', userId)
    .where('used_at', 'is', null)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Returns the codes of a customer that were not used, as they are stored. */
export async function listRecoveryHashes(executor: Executor, userId: number): Promise<string[]> {
  const codes = executor
    .selectFrom('recovery_codes')
    .select('code_hash')
    .where('user_id', '=', userId)
    .where('used_at', 'is', null);
  return (await codes.orderBy('code_hash').execute()).map(({ code_hash }) => code_hash);
}

/** Deletes the recovery codes of a customer except those with these hashes. */
export async function keepRecoveryCodes(executor: Executor, userId: number, hashes: readonly string[]): Promise<void> {
  const codes = executor.deleteFrom('recovery_codes').where('user_id', '=', userId);
  await (hashes.length === 0 ? codes : codes.where('code_hash', 'not in', hashes)).execute();
}

/** Replaces the recovery codes of a customer; with an empty list, deletes them. */
export async function replaceRecoveryCodes(executor: Executor, userId: number, hashes: readonly string[]): Promise<void> {
  await executor.deleteFrom('recovery_codes').where('user_id', '=', userId).execute();
  if (hashes.length === 0) return;
  const rows = hashes.map((code_hash) => ({ user_id: userId, code_hash, used_at: null }));
  await executor.insertInto('recovery_codes').values(rows).execute();
}

/** Uses a recovery code up. Returns false for an unknown code and for one that was used before. */
export async function useRecoveryCode(executor: Executor, userId: number, hash: string, now: number): Promise<boolean> {
  const result = await executor
    .updateTable('recovery_codes')
    .set({ used_at: now })
    .where('user_id', '=', userId)
    .where('code_hash', '=', hash)
    .where('used_at', 'is', null)
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
}

/** Records a change of credentials (D60). It locks the customer's row until the end of the transaction. */
export async function noteCredentialChange(executor: Executor, userId: number, now: number): Promise<void> {
  await executor
    .updateTable('users')
    .set((row) => ({ credentials_changed_at: now, version: row('version', '+', 1) }))
    .where('id', '=', userId)
    .execute();
}

/** Stores whether the customer has an authenticator app or a passkey, and returns it. */
export async function noteSecondFactor(executor: Executor, userId: number): Promise<boolean> {
  const totp = await findTotpSecret(executor, userId);
  const passkeys = await listPasskeys(executor, userId);
  const hasSecondFactor = (totp?.enabled_at ?? null) !== null || passkeys.length > 0;
  await executor
    .updateTable('users')
    .set({ has_second_factor: hasSecondFactor ? 1 : 0 })
    .where('id', '=', userId)
    .execute();
  return hasSecondFactor;
}
/**
 * Ends what sessions of a customer have proved or begun before a change of the second factor: challenges, set-ups and, except that of
 * `sessionId`, fresh proofs. Somebody who proved an e-mail, or a factor that is removed, could otherwise still add another.
 */
export async function endEarlierProofs(
  executor: Executor,
  { userId, sessionId }: { userId: number; sessionId: string },
): Promise<void> {
  await executor
    .deleteFrom('account_codes')
    .where('user_id', '=', userId)
    .where('kind', 'in', ['STEP_UP', 'ACTION', 'PASSKEY'])
    .execute();
  await executor.deleteFrom('totp_secrets').where('user_id', '=', userId).where('enabled_at', 'is', null).execute();
  await executor
    .updateTable('sessions')
    .set({ second_factor_at: null })
    .where('user_id', '=', userId)
    .where('id', '<>', sessionId)
    .where('second_factor_at', 'is not', null)
    .execute();
}

/** Stores that a session proved the second factor at `provenAt`, in ms. Returns false if the session has ended. */
export async function freshenSession(executor: Executor, sessionId: string, provenAt: number): Promise<boolean> {
  const result = await executor
    .updateTable('sessions')
    .set({ second_factor_at: provenAt })
    .where('id', '=', sessionId)
    .where('ended_at', 'is', null)
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
}
