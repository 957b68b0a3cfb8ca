import type { Database } from '../../../db/database.ts';
import { deleteEmbeddedMailsBefore, insertEmbeddedMail, listEmbeddedMails } from '../../../db/repositories/embeddedMails.ts';
import type { EmbeddedMailTable } from '../../../db/tables/mail.ts';
import type { Mailer } from '../mailer.ts';

/** The mails that the embedded mailer stored; shown in the sandbox (D12). */
export interface Mailbox {
  /** Newest first. */
  list(count: number): Promise<EmbeddedMailTable[]>;
}

const RETENTION_MS = 7 * 24 * 3_600_000;

/** Stores each mail in the database instead of sending it. */
export function createEmbeddedMailer(database: Database, now: () => number = Date.now): { mailer: Mailer; mailbox: Mailbox } {
  return {
    mailer: {
      send: async ({ messageId, to, subject, text, html }) => {
        const sentAt = now();
        await insertEmbeddedMail(database, {
          message_id: messageId,
          to_address: to,
          subject,
          body_text: text,
          body_html: html,
          sent_at: sentAt,
        });
        await deleteEmbeddedMailsBefore(database, sentAt - RETENTION_MS);
      },
    },
    mailbox: { list: (count) => listEmbeddedMails(database, count) },
  };
}
