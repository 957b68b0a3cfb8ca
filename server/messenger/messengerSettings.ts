import { ConfigurationError } from '../settings/configurationError.ts';
import type { Variables } from '../settings/variables.ts';

/** The bot of the messenger. */
export interface MessengerSettings {
  /** Signs what mini-apps are opened with, and is the key of the bot. Never logged. */
  botToken: string;
}

const TOKEN = /^\d{1,20}:[A-Za-z0-9_-]{20,100}$/;

/** Returns the settings of the bot; null without a bot. Throws a ConfigurationError, which never repeats the token. */
export function readMessengerSettings(variables: Variables): MessengerSettings | null {
  const { TELEGRAM_BOT_TOKEN: botToken } = variables;
  if (!botToken) return null;
  if (!TOKEN.test(botToken)) {
    throw new ConfigurationError('TELEGRAM_BOT_TOKEN must be the token that BotFather gave, such as 123456:ABC-DEF.');
  }
  return { botToken };
}
