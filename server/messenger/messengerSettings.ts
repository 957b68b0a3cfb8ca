import { ConfigurationError } from '../settings/configurationError.ts';
import { origin, type Variables } from '../settings/variables.ts';

/** The bot of the messenger. */
export interface MessengerSettings {
  /** Signs what mini-apps are opened with, and is the key of the bot. Never logged. */
  botToken: string;
  /** Address of the mini-app: "https://t.me/BOT/APP"; null: customers sign in, and the bot neither answers nor writes */
  appLink: string | null;
  /** Of the Bot API */
  apiUrl: string;
}

const TOKEN = /^\d{1,20}:[A-Za-z0-9_-]{20,100}$/;
const APP_LINK = /^https:\/\/t\.me\/\w{3,40}(?:\/\w{3,40})?$/;
const BOT_API = 'https://api.telegram.org';

/** Returns the settings of the bot; null without a bot. Throws a ConfigurationError, which never repeats the token. */
export function readMessengerSettings(variables: Variables): MessengerSettings | null {
  const { TELEGRAM_BOT_TOKEN: botToken, TELEGRAM_APP: appLink } = variables;
  if (!botToken) return null;
  if (!TOKEN.test(botToken)) {
    throw new ConfigurationError('TELEGRAM_BOT_TOKEN must be the token that BotFather gave, such as 123456:ABC-DEF.');
  }
  if (appLink && !APP_LINK.test(appLink)) {
    throw new ConfigurationError('TELEGRAM_APP must be the address of the mini-app, such as https://t.me/your_bot/app.');
  }
  return { botToken, appLink: appLink || null, apiUrl: origin(variables, 'TELEGRAM_API_URL') ?? BOT_API };
}
