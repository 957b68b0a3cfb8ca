import type { Update } from 'grammy/types';
import type { Webhook } from './messengerSettings.ts';

/** A button below a message: it opens the mini-app, or tells the bot `callback_data` when it is pressed. */
export type BotButton = { text: string; url: string } | { text: string; callback_data: string };

/** What the host calls of the messenger's Bot API. Errors are {@link BotError}, or others after which a call may be repeated. */
export interface BotApi {
  /** Sends a message to a private chat. Returns its number. */
  send(chat: string, text: string, buttons: readonly BotButton[]): Promise<number>;
  /** Replaces the text of a message. False: there is no such message any more. */
  edit(chat: string, message: number, text: string, buttons: readonly BotButton[]): Promise<boolean>;
  /** Ends the waiting of a button that was pressed. */
  endPress(press: string): Promise<void>;
  /** Lets the messenger send updates to a webhook; null: it keeps them until they are asked for. */
  setWebhook(webhook: Webhook | null): Promise<void>;
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
