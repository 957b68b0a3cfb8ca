import { ConfigurationError } from '../../../settings/configurationError.ts';
import { origin, type Variables } from '../../../settings/variables.ts';
import type { SmtpOptions } from './smtpMailer.ts';

/**
 * Returns the mail server and its sender; null if none is configured. Links in a mail must not use the origin of a request, which
 * its sender chooses: a mail server requires PUBLIC_ORIGIN. Throws a ConfigurationError, which never repeats the password.
 */
export function readSmtpOptions(variables: Variables): SmtpOptions | null {
  const { SMTP_URL: url, MAIL_FROM: from } = variables;
  if (!url) return null;
  if (!URL.canParse(url) || !/^smtps?:$/.test(new URL(url).protocol)) {
    throw new ConfigurationError('SMTP_URL must be an address such as smtps://user:password@mail.example.org:465.');
  }
  if (!from || !/^(?:[^<>@,\r\n]*<[^\s<>@,]+@[^\s<>@,]+>|[^\s<>@,]+@[^\s<>@,]+)$/.test(from)) {
    throw new ConfigurationError('MAIL_FROM must be a sender such as Causeway <no-reply@example.org> when SMTP_URL is set.');
  }
  if (origin(variables, 'PUBLIC_ORIGIN') === null) {
    throw new ConfigurationError('PUBLIC_ORIGIN must be the address of the site when SMTP_URL is set: mails link to it.');
  }
  return { url, from };
}
