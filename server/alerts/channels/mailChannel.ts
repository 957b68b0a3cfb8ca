import { DEFAULT_LOCALE } from '../../../contract/paths/locales.ts';
import { render } from '../../mail/renderMail.ts';
import { MailRefusedError, type Mailer } from '../../ports/mail/mailer.ts';
import type { AlertChannel } from './channel.ts';

/** Writes to each address directly, without the database's queue of mails. An address that the server refuses for good is left out. */
export function createMailChannel(mailer: Mailer, emails: readonly string[]): AlertChannel {
  return {
    name: 'mail',
    send: async ({ id, subject, lines }) => {
      const paragraphs = lines.map((text) => ({ text }));
      for (const [index, to] of emails.entries()) {
        try {
          await mailer.send({ ...render(to, DEFAULT_LOCALE, subject, paragraphs), messageId: `<${id}.${index}@alerts>` });
        } catch (error) {
          if (!(error instanceof MailRefusedError)) throw error;
        }
      }
    },
  };
}
