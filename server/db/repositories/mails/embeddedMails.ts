import type { Database } from '../../database.ts';
import type { EmbeddedMailTable } from '../../tables/mail.ts';

/** Storage of the embedded mailer (`ports/mail/embedded/embeddedMailer.ts`). */
export function createEmbeddedMailStore(database: Database) {
  return {
    /** Idempotent: a message id that is stored already is ignored. */
    insert: async (mail: EmbeddedMailTable): Promise<void> => {
      await database
        .insertInto('embedded_mails')
        .values(mail)
        .onConflict((conflict) => conflict.column('message_id').doNothing())
        .execute();
    },
    /** Newest first. */
    list: (limit: number): Promise<EmbeddedMailTable[]> =>
      database.selectFrom('embedded_mails').selectAll().orderBy('sent_at', 'desc').orderBy('message_id').limit(limit).execute(),
    deleteBefore: async (before: number): Promise<void> => {
      await database.deleteFrom('embedded_mails').where('sent_at', '<', before).execute();
    },
  };
}
