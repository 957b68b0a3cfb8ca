import type { Executor } from '../database.ts';
import type { EmbeddedMailTable } from '../tables/mail.ts';

/** Idempotent: a message id that is stored already is ignored. */
export async function insertEmbeddedMail(executor: Executor, mail: EmbeddedMailTable): Promise<void> {
  await executor
    .insertInto('embedded_mails')
    .values(mail)
    .onConflict((conflict) => conflict.column('message_id').doNothing())
    .execute();
}

/** Returns mails, newest first. */
export async function listEmbeddedMails(executor: Executor, limit: number): Promise<EmbeddedMailTable[]> {
  return await executor
    .selectFrom('embedded_mails')
    .selectAll()
    .orderBy('sent_at', 'desc')
    .orderBy('message_id')
    .limit(limit)
    .execute();
}

export async function deleteEmbeddedMailsBefore(executor: Executor, before: number): Promise<void> {
  await executor.deleteFrom('embedded_mails').where('sent_at', '<', before).execute();
}
