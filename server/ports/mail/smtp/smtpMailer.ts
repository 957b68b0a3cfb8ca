import { createTransport } from 'nodemailer';
import { MailRefusedError, type Mailer } from '../mailer.ts';

interface SmtpOptions {
  /** "smtps://user:password@host:465" or "smtp://host:587?requireTLS=true"; never logged */
  url: string;
  /** "Causeway <no-reply@example.org>" */
  from: string;
}

const CONNECT_MS = 10_000;
const SOCKET_MS = 30_000;
/** The commands whose refusal is about the recipient or the mail. One of MAIL FROM is about us. */
const ABOUT_THE_MAIL = new Set(['RCPT TO', 'DATA']);

/** Mail over SMTP. Reads no files and fetches nothing, whatever a mail says. */
export function createSmtpMailer({ url, from }: SmtpOptions): Mailer {
  const transport = createTransport({
    url,
    pool: true,
    maxConnections: 3,
    connectionTimeout: CONNECT_MS,
    greetingTimeout: CONNECT_MS,
    socketTimeout: SOCKET_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return {
    send: async ({ messageId, to, subject, text, html }) => {
      try {
        await transport.sendMail({
          from,
          // As an object it is one address and nothing else: a text would be taken apart at its commas.
          to: { name: '', address: to },
          subject,
          text,
          html,
          messageId,
          headers: { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' },
        });
      } catch (error) {
        throw isRefusal(error) ? new MailRefusedError(error.message, { cause: error }) : error;
      }
    },
    close: () => transport.close(),
  };
}

/** A permanent answer (5xx) about this mail, not about us: a wrong password of ours is no fault of the recipient's. */
function isRefusal(error: unknown): error is Error {
  if (!(error instanceof Error) || !('command' in error) || !('responseCode' in error)) return false;
  const { command, responseCode } = error;
  return ABOUT_THE_MAIL.has(String(command)) && typeof responseCode === 'number' && responseCode >= 500;
}
