import { createBotApi } from '../../messenger/botApi.ts';
import type { MessengerSettings } from '../../messenger/messengerSettings.ts';
import type { Mailer } from '../../ports/mail/mailer.ts';
import type { AlertSettings } from '../alertSettings.ts';
import type { AlertChannel } from './channel.ts';
import { createMailChannel } from './mailChannel.ts';
import { createTelegramChannel } from './telegramChannel.ts';
import { createWebhookChannel } from './webhookChannel.ts';

/** Creates the configured channels; none without settings. */
export function createChannels(
  { emails, webhook, telegramChats }: AlertSettings,
  { mailer, messenger }: { mailer: Mailer | null; messenger: MessengerSettings | null },
): AlertChannel[] {
  return [
    ...(mailer && emails.length > 0 ? [createMailChannel(mailer, emails)] : []),
    ...(webhook ? [createWebhookChannel(webhook)] : []),
    ...(messenger && telegramChats.length > 0 ? [createTelegramChannel(createBotApi(messenger), telegramChats)] : []),
  ];
}
