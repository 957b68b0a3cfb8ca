import type { MailLanguage } from '../mail/mailLanguage.ts';
import type { BotButton } from './botApi.ts';

/** Returns the button that opens the mini-app at a deep link: "https://t.me/BOT/APP?startapp=order___…" (D18). */
export function appButton(language: MailLanguage, appLink: string, deepLink: string | null): BotButton {
  const text = language.text('messenger.open');
  return { text, url: deepLink === null ? appLink : `${appLink}?startapp=${deepLink}` };
}
