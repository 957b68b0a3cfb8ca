import { Api, GrammyError } from 'grammy';
import type { Update } from 'grammy/types';
import type { MessengerSettings } from './messengerSettings.ts';

/** A button below a message, which opens the mini-app */
export interface BotButton {
  text: string;
  url: string;
}

/** What the host calls of the messenger's Bot API. Errors are {@link BotError}, or others after which a call may be repeated. */
export interface BotApi {
  /** Sends a message to a private chat. Returns its number. */
  send(chat: string, text: string, button: BotButton | null): Promise<number>;
  /** Replaces the text of a message. False: there is no such message any more. */
  edit(chat: string, message: number, text: string, button: BotButton | null): Promise<boolean>;
  /** Waits for what customers wrote, after the update `offset - 1`. */
  updates(offset: number): Promise<Update[]>;
}

/** BLOCKED: the customer lets the bot write no longer. BUSY: repeat the call after `retryAfterMs`. */
export class BotError extends Error {
  override readonly name = 'BotError';
  readonly kind: 'BLOCKED' | 'BUSY';
  readonly retryAfterMs: number;

  constructor(kind: 'BLOCKED' | 'BUSY', retryAfterMs = 0) {
    super(kind === 'BLOCKED' ? 'The customer blocked the bot' : 'The messenger asks to wait');
    this.kind = kind;
    this.retryAfterMs = retryAfterMs;
  }
}

const ANSWER_SECONDS = 20;
/** A host that stops abandons its poll, and the messenger keeps what it would have answered. */
const POLL_SECONDS = 10;
const NOT_MODIFIED = /message is not modified/i;
const NO_MESSAGE = /message to edit not found|message can't be edited|MESSAGE_ID_INVALID/i;
const NO_CHAT = /chat not found/i;

/** https://core.telegram.org/bots/api */
export function createBotApi({ botToken, apiUrl }: MessengerSettings, { answerSeconds = ANSWER_SECONDS } = {}): BotApi {
  const api = new Api(botToken, { apiRoot: apiUrl, timeoutSeconds: answerSeconds });
  const polling = new Api(botToken, { apiRoot: apiUrl, timeoutSeconds: POLL_SECONDS + answerSeconds });
  const withButton = (button: BotButton | null) => ({
    link_preview_options: { is_disabled: true },
    ...(button && { reply_markup: { inline_keyboard: [[button]] } }),
  });
  return {
    send: async (chat, text, button) => {
      const sent = await api.sendMessage(chat, text, withButton(button)).catch(translate);
      return sent.message_id;
    },
    edit: async (chat, message, text, button) => {
      try {
        await api.editMessageText(chat, message, text, withButton(button));
        return true;
      } catch (error) {
        // An earlier attempt edited it, and its answer was lost.
        if (isRefusal(error, NOT_MODIFIED)) return true;
        if (isRefusal(error, NO_MESSAGE)) return false;
        return translate(error);
      }
    },
    updates: async (offset) =>
      await polling.getUpdates({ offset, timeout: POLL_SECONDS, allowed_updates: ['message', 'my_chat_member'] }),
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
