import type { Database } from '../../../db/database.ts';
import { deleteEmbeddedMailsBefore, insertEmbeddedMail, listEmbeddedMails } from '../../../db/repositories/embeddedMails.ts';
import type { EmbeddedMailTable } from '../../../db/tables/mail.ts';
import type { Mailer } from '../mailer.ts';

/** What the sandbox shows of the embedded mailer (D12). */
export interface Mailbox {
  /** The newest first. */
  list(count: number): Promise<EmbeddedMailTable[]>;
}

const KEPT_MS = 7 * 24 * 3_600_000;

/** Every mail arrives, in a table of this database; the sandbox is its only reader. */
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
        await deleteEmbeddedMailsBefore(database, sentAt - KEPT_MS);
      },
    },
    mailbox: { list: (count) => listEmbeddedMails(database, count) },
  };
}
