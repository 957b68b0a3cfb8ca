import type { EmbeddedMailTable } from '../../../db/tables/mail.ts';
import type { Mailer } from '../mailer.ts';

/** The mails that the embedded mailer stored; shown in the sandbox (D12). */
export interface Mailbox {
  /** Newest first. */
  list(count: number): Promise<EmbeddedMailTable[]>;
}

/** The storage that the embedded mailer needs. `insert` ignores a known message id. */
interface EmbeddedMailStore extends Mailbox {
  insert(mail: EmbeddedMailTable): Promise<void>;
  deleteBefore(before: number): Promise<void>;
}

const RETENTION_MS = 7 * 24 * 3_600_000;

/** Stores each mail instead of sending it. */
export function createEmbeddedMailer(
  store: EmbeddedMailStore,
  now: () => number = Date.now,
): { mailer: Mailer; mailbox: Mailbox } {
  return {
    mailer: {
      send: async ({ messageId, to, subject, text, html }) => {
        const sentAt = now();
        await store.insert({
          message_id: messageId,
          to_address: to,
          subject,
          body_text: text,
          body_html: html,
          sent_at: sentAt,
        });
        await store.deleteBefore(sentAt - RETENTION_MS);
      },
    },
    mailbox: store,
  };
}
