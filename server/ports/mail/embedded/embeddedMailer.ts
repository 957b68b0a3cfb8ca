import type { Mailer } from '../mailer.ts';

/** A mail as the embedded mailer stores it. `sent_at` is in ms since 1970. */
interface EmbeddedMail {
  message_id: string;
  to_address: string;
  subject: string;
  body_text: string;
  body_html: string;
  sent_at: number;
}

/** The mails that the embedded mailer stored; shown in the sandbox (D12). */
export interface Mailbox {
  /** Newest first. */
  list(count: number): Promise<EmbeddedMail[]>;
}

/** The storage that the embedded mailer needs. `insert` ignores a known message id. */
interface EmbeddedMailStore extends Mailbox {
  insert(mail: EmbeddedMail): Promise<void>;
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
