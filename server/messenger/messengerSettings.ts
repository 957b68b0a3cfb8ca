import { ConfigurationError } from '../settings/configurationError.ts';
import { origin, type Variables } from '../settings/variables.ts';

/** Where the messenger sends updates, below the site's origin */
export const WEBHOOK_PATH = '/api/v1/messenger/updates';

/** Where the messenger sends what customers wrote. It repeats `secret` in a header of each request. */
export interface Webhook {
  url: string;
  secret: string;
}

/** The bot of the messenger. */
export interface MessengerSettings {
  /** Signs what mini-apps are opened with, and is the key of the bot. Never logged. */
  botToken: string;
  /** Address of the mini-app: "https://t.me/BOT/APP"; null: customers sign in, and the bot neither answers nor writes */
  appLink: string | null;
  /** Where the messenger sends what customers write; null: this host asks for it. */
  webhook: Webhook | null;
  /** Of the Bot API */
  apiUrl: string;
}

const TOKEN = /^\d{1,20}:[A-Za-z0-9_-]{20,100}$/;
const APP_LINK = /^https:\/\/t\.me\/\w{3,40}(?:\/\w{3,40})?$/;
const SECRET = /^[\w-]{32,256}$/;
const BOT_API = 'https://api.telegram.org';

/** Returns the settings of the bot; null without a bot. Throws a ConfigurationError, which never repeats the token. */
export function readMessengerSettings(variables: Variables, publicOrigin: string | null): MessengerSettings | null {
  const { TELEGRAM_BOT_TOKEN: botToken, TELEGRAM_APP: appLink, TELEGRAM_WEBHOOK_SECRET: secret } = variables;
  if (!botToken) return null;
  if (!TOKEN.test(botToken)) {
    throw new ConfigurationError('TELEGRAM_BOT_TOKEN must be the token that BotFather gave, such as 123456:ABC-DEF.');
  }
  if (appLink && !APP_LINK.test(appLink)) {
    throw new ConfigurationError('TELEGRAM_APP must be the address of the mini-app, such as https://t.me/your_bot/app.');
  }
  if (secret && !SECRET.test(secret)) {
    throw new ConfigurationError('TELEGRAM_WEBHOOK_SECRET must have 32 to 256 letters, digits, "_" or "-".');
  }
  if (secret && !publicOrigin?.startsWith('https:')) {
    throw new ConfigurationError('TELEGRAM_WEBHOOK_SECRET needs PUBLIC_ORIGIN with https: the messenger sends updates there.');
  }
  const webhook = secret ? { url: `${publicOrigin}${WEBHOOK_PATH}`, secret } : null;
  return { botToken, appLink: appLink || null, webhook, apiUrl: origin(variables, 'TELEGRAM_API_URL') ?? BOT_API };
}
