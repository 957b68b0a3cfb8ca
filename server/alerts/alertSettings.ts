import { isMailAddress } from '../../contract/email.ts';
import { ConfigurationError } from '../settings/configurationError.ts';
import { list, type Variables } from '../settings/variables.ts';

/** Where alerts go. Secrets are never logged. */
export interface AlertSettings {
  emails: readonly string[];
  /** null: no webhook */
  webhook: { url: string; secret: Buffer } | null;
  /** Chats of the bot: numbers, negative for groups */
  telegramChats: readonly string[];
  /** Called every minute, so that an outside service notices when the host stops; null: none */
  heartbeatUrl: string | null;
}

const SECRET = /^whsec_([A-Za-z0-9+/]{32,88}={0,2})$/;
const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]']);

/** Reads the settings of alerts. Throws a ConfigurationError, which never repeats a secret. */
export function readAlertSettings(variables: Variables): AlertSettings {
  const emails = list(variables, 'ALERT_EMAILS');
  const wrong = emails.find((email) => !isMailAddress(email));
  if (wrong !== undefined) throw new ConfigurationError(`ALERT_EMAILS must be e-mail addresses, not "${wrong}".`);
  if (emails.length > 0 && !variables['SMTP_URL']) {
    throw new ConfigurationError('ALERT_EMAILS needs a mail server: set SMTP_URL too.');
  }
  const telegramChats = list(variables, 'ALERT_TELEGRAM_CHATS');
  if (telegramChats.some((chat) => !/^-?\d{1,20}$/.test(chat))) {
    throw new ConfigurationError('ALERT_TELEGRAM_CHATS must be numbers of chats, such as 123456789 or -1001234567890.');
  }
  if (telegramChats.length > 0 && !variables['TELEGRAM_BOT_TOKEN']) {
    throw new ConfigurationError('ALERT_TELEGRAM_CHATS needs a bot: set TELEGRAM_BOT_TOKEN too.');
  }
  return { emails, webhook: readWebhook(variables), telegramChats, heartbeatUrl: safeUrl(variables, 'HEARTBEAT_URL') };
}

function readWebhook(variables: Variables): AlertSettings['webhook'] {
  const url = safeUrl(variables, 'ALERT_WEBHOOK_URL');
  if (url === null) return null;
  const [, encoded] = SECRET.exec(variables['ALERT_WEBHOOK_SECRET'] ?? '') ?? [];
  if (encoded === undefined) {
    throw new ConfigurationError(
      'ALERT_WEBHOOK_SECRET must be whsec_ and at least 24 bytes in base64; the receiver checks signatures with it.',
    );
  }
  return { url, secret: Buffer.from(encoded, 'base64') };
}

/** Returns an https address, or one of this machine; null if the variable is not set. */
function safeUrl(variables: Variables, name: string): string | null {
  const text = variables[name];
  if (!text) return null;
  const url = URL.canParse(text) ? new URL(text) : null;
  const isSafe = url?.protocol === 'https:' || (url?.protocol === 'http:' && LOOPBACK.has(url.hostname));
  if (url && isSafe && url.username === '') return url.href;
  throw new ConfigurationError(`${name} must be an https address, or an http address of this machine.`);
}
