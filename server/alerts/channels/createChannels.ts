import type { MessengerSettings } from '../../messenger/messengerSettings.ts';
import type { Mailer } from '../../ports/mail/mailer.ts';
import type { AlertSettings } from '../alertSettings.ts';
import type { AlertChannel } from './channel.ts';
import { createMailChannel } from './mailChannel.ts';
import { createTelegramChannel } from './telegramChannel.ts';
import { createWebhookChannel } from './webhookChannel.ts';

/** Creates the configured channels; none without settings. */
export async function createChannels(
  { emails, webhook, telegramChats }: AlertSettings,
  { mailer, messenger }: { mailer: Mailer | null; messenger: MessengerSettings | null },
): Promise<AlertChannel[]> {
  const channels: AlertChannel[] = [];
  if (mailer && emails.length > 0) channels.push(createMailChannel(mailer, emails));
  if (webhook) channels.push(createWebhookChannel(webhook));
  if (messenger && telegramChats.length > 0) {
    const { createBotApi } = await import('../../messenger/createBotApi.ts');
    channels.push(createTelegramChannel(createBotApi(messenger), telegramChats));
  }
  return channels;
}
