import { createTransport } from 'nodemailer';
import { MailRefusedError, type Mailer } from '../mailer.ts';

export interface SmtpOptions {
  /** "smtps://user:password@host:465" or "smtp://host:587?requireTLS=true"; never logged */
  url: string;
  /** "Causeway <no-reply@example.org>" */
  from: string;
}

const CONNECT_TIMEOUT_MS = 10_000;
const SOCKET_TIMEOUT_MS = 30_000;
/** A refusal of these commands concerns the recipient or the mail. A refusal of MAIL FROM concerns this host. */
const MAIL_COMMANDS = new Set(['RCPT TO', 'DATA']);

/** Sends mail over SMTP. The content of a mail can't make it read files or fetch URLs. */
export function createSmtpMailer({ url, from }: SmtpOptions): Mailer {
  const transport = createTransport({
    url,
    pool: true,
    maxConnections: 3,
    connectionTimeout: CONNECT_TIMEOUT_MS,
    greetingTimeout: CONNECT_TIMEOUT_MS,
    socketTimeout: SOCKET_TIMEOUT_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return {
    send: async ({ messageId, to, subject, text, html }) => {
      try {
        await transport.sendMail({
          from,
          // An object is always one address. A string would be split at commas.
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

/** True for a permanent refusal (5xx) of this mail. A refusal of this host, such as a wrong password, is retried. */
function isRefusal(error: unknown): error is Error {
  if (!(error instanceof Error) || !('command' in error) || !('responseCode' in error)) return false;
  const { command, responseCode } = error;
  return MAIL_COMMANDS.has(String(command)) && typeof responseCode === 'number' && responseCode >= 500;
}
