import type { Executor } from '../database.ts';
import type { MailKind, MailOutboxRow, MailOutboxTable } from '../tables/mail.ts';

/** Writes what is to be told; what was written before is left as it is. */
export async function insertMail(
  executor: Executor,
  mail: Pick<MailOutboxTable, 'id' | 'subscription_id' | 'kind' | 'code' | 'state' | 'not_before' | 'created_at'>,
): Promise<void> {
  await executor
    .insertInto('mail_outbox')
    .values({ ...mail, attempts: 0, lease_owner: null, lease_until: 0, reason: null, sent_at: null })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute();
}

export async function listDueMails(executor: Executor, now: number, limit: number): Promise<MailOutboxRow[]> {
  return await executor
    .selectFrom('mail_outbox')
    .selectAll()
    .where('state', '=', 'PENDING')
    .where('not_before', '<=', now)
    .where('lease_until', '<=', now)
    .orderBy('not_before')
    .orderBy('created_at')
    .limit(limit)
    .execute();
}

/** Takes a mail for `owner` until `until`. False: somebody else has it, or had it. */
export async function claimMail(executor: Executor, id: string, owner: string, now: number, until: number): Promise<boolean> {
  const result = await executor
    .updateTable('mail_outbox')
    .set({ lease_owner: owner, lease_until: until })
    .where('id', '=', id)
    .where('state', '=', 'PENDING')
    .where('lease_until', '<=', now)
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
}

/** Writes what became of a mail that `owner` has claimed, and gives it back. */
export async function settleMail(
  executor: Executor,
  id: string,
  owner: string,
  changes: Partial<Pick<MailOutboxTable, 'state' | 'attempts' | 'not_before' | 'reason' | 'sent_at' | 'code'>>,
): Promise<void> {
  await executor
    .updateTable('mail_outbox')
    .set({ ...changes, lease_owner: null, lease_until: 0 })
    .where('id', '=', id)
    .where('lease_owner', '=', owner)
    .execute();
}

/** What was told, or is to be told, to one reader, as far as it is of these kinds. */
export async function listMailsOf(
  executor: Executor,
  subscriptionId: string,
  kinds: readonly MailKind[],
): Promise<MailOutboxRow[]> {
  return await executor
    .selectFrom('mail_outbox')
    .selectAll()
    .where('subscription_id', '=', subscriptionId)
    .where('kind', 'in', kinds)
    .execute();
}

/** Forgets what `owner` has claimed: it is not true now, and may be told when it is again. */
export async function withdrawMail(executor: Executor, id: string, owner: string): Promise<void> {
  await executor.deleteFrom('mail_outbox').where('id', '=', id).where('lease_owner', '=', owner).execute();
}

/** Forgets what was to be told to a reader and is not among `trueIds` any more; what somebody is sending now is left to him. */
export async function withdrawUntrueMails(
  executor: Executor,
  subscriptionId: string,
  trueIds: readonly string[],
  now: number,
): Promise<void> {
  await executor
    .deleteFrom('mail_outbox')
    .where('subscription_id', '=', subscriptionId)
    .where('state', '=', 'PENDING')
    .where('kind', '<>', 'CONFIRM')
    .where('lease_until', '<=', now)
    .where('id', 'not in', trueIds.length > 0 ? trueIds : [''])
    .execute();
}
