import { Api, GrammyError } from 'grammy';
import { BotError, type BotApi, type BotButton } from './botApi.ts';
import type { MessengerSettings } from './messengerSettings.ts';

const ANSWER_SECONDS = 20;
/** A host that stops abandons its poll, and the messenger keeps what it would have answered. */
const POLL_SECONDS = 10;
const UPDATES = ['message', 'my_chat_member', 'callback_query'] as const;
const NOT_MODIFIED = /message is not modified/i;
const NO_MESSAGE = /message to edit not found|message can't be edited|MESSAGE_ID_INVALID/i;
const NO_CHAT = /chat not found/i;

/** https://core.telegram.org/bots/api */
export function createBotApi(
  { botToken, apiUrl }: Pick<MessengerSettings, 'botToken' | 'apiUrl'>,
  { answerSeconds = ANSWER_SECONDS } = {},
): BotApi {
  const api = new Api(botToken, { apiRoot: apiUrl, timeoutSeconds: answerSeconds });
  const polling = new Api(botToken, { apiRoot: apiUrl, timeoutSeconds: POLL_SECONDS + answerSeconds });
  const withButtons = (buttons: readonly BotButton[]) => ({
    link_preview_options: { is_disabled: true },
    ...(buttons.length > 0 && { reply_markup: { inline_keyboard: buttons.map((button) => [button]) } }),
  });
  return {
    send: async (chat, text, buttons) => {
      const sent = await api.sendMessage(chat, text, withButtons(buttons)).catch(translate);
      return sent.message_id;
    },
    edit: async (chat, message, text, buttons) => {
      try {
        await api.editMessageText(chat, message, text, withButtons(buttons));
        return true;
      } catch (error) {
        // An earlier attempt edited it, and its answer was lost.
        if (isRefusal(error, NOT_MODIFIED)) return true;
        if (isRefusal(error, NO_MESSAGE)) return false;
        return translate(error);
      }
    },
    endPress: async (press) => {
      await api.answerCallbackQuery(press);
    },
    setWebhook: async (webhook) => {
      if (webhook === null) await api.deleteWebhook();
      else await api.setWebhook(webhook.url, { secret_token: webhook.secret, allowed_updates: UPDATES });
    },
    updates: async (offset) => await polling.getUpdates({ offset, timeout: POLL_SECONDS, allowed_updates: UPDATES }),
  };
}

const isRefusal = (error: unknown, pattern: RegExp): boolean =>
  error instanceof GrammyError && error.error_code === 400 && pattern.test(error.description);

function translate(error: unknown): never {
  if (!(error instanceof GrammyError)) throw error;
  if (error.error_code === 403 || isRefusal(error, NO_CHAT)) throw new BotError('BLOCKED');
  const { retry_after: seconds } = error.parameters;
  if (error.error_code === 429) throw new BotError('BUSY', (seconds ?? 1) * 1_000);
  throw error;
}
