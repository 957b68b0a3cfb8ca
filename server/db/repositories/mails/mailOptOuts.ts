import type { Executor } from '../../database.ts';
import type { MailOptOutTable } from '../../tables/mail.ts';

/** Records the link of a code's mail, or extends it until `expires_at`. */
export async function insertOptOut(executor: Executor, offer: Omit<MailOptOutTable, 'is_refused'>): Promise<void> {
  const { expires_at } = offer;
  await executor
    .insertInto('mail_opt_outs')
    .values({ ...offer, is_refused: 0 })
    .onConflict((conflict) => conflict.column('token_hash').doUpdateSet({ is_refused: 0, expires_at }))
    .execute();
}

/** Refuses codes until `until`. Returns the subscription of the link, or undefined when the link is unknown. */
export async function refuseCodesUntil(executor: Executor, tokenHash: string, until: number): Promise<string | undefined> {
  const row = await executor
    .updateTable('mail_opt_outs')
    .set({ is_refused: 1, expires_at: until })
    .where('token_hash', '=', tokenHash)
    .returning('subscription_id')
    .executeTakeFirst();
  return row?.subscription_id;
}

export async function isOptedOut(executor: Executor, emailHash: string, now: number): Promise<boolean> {
  const refusal = await executor
    .selectFrom('mail_opt_outs')
    .select('token_hash')
    .where('email_hash', '=', emailHash)
    .where('is_refused', '=', 1)
    .where('expires_at', '>', now)
    .executeTakeFirst();
  return refusal !== undefined;
}

export async function deleteOldOptOuts(executor: Executor, now: number): Promise<void> {
  await executor.deleteFrom('mail_opt_outs').where('expires_at', '<', now).execute();
}
