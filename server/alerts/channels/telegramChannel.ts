import type { BotApi } from '../../messenger/botApi.ts';
import { BotError } from '../../messenger/botApi.ts';
import type { AlertChannel } from './channel.ts';

/** The messenger's limit is 4,096 */
const MAX_LENGTH = 4_000;

/** Writes to chats of the bot. A chat that blocked it is left out. */
export function createTelegramChannel(bot: Pick<BotApi, 'send'>, chats: readonly string[]): AlertChannel {
  return {
    name: 'telegram',
    send: async ({ subject, lines }) => {
      const text = [subject, ...lines].join('\n\n').slice(0, MAX_LENGTH);
      for (const chat of chats) {
        try {
          await bot.send(chat, text, []);
        } catch (error) {
          if (!(error instanceof BotError) || error.kind !== 'BLOCKED') throw error;
        }
      }
    },
  };
}
