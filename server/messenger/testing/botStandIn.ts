import { EventEmitter, once } from 'node:events';
import fastify from 'fastify';
import { BOT_TOKEN } from '../../accounts/testing/signedInitData.ts';

/** A message as the chat shows it */
export interface ShownMessage {
  id: number;
  chat: string;
  text: string;
  url: string | null;
}

interface Refusal {
  code: number;
  description: string;
  retryAfter?: number;
}

/** A stand-in of the messenger's Bot API, on HTTP, with its unpleasant parts. */
export interface BotStandIn {
  apiUrl: string;
  /** What the chats show, oldest first */
  messages: ShownMessage[];
  /** The calls, in order: "sendMessage 500" */
  calls: string[];
  /** Refuses the next calls, one each. */
  refusals: Refusal[];
  /** The next call is carried out, but its answer is lost. */
  loseAnswer(): void;
  /** Customers write; the next poll gets it. */
  updates: object[];
  /** Resolves when the chats show so many messages. */
  waitForMessages(count: number): Promise<void>;
  close(): Promise<void>;
}

export const BLOCKED: Refusal = { code: 403, description: 'Forbidden: bot was blocked by the user' };
export const busy = (retryAfter: number): Refusal => ({
  code: 429,
  description: `Too Many Requests: retry after ${retryAfter}`,
  retryAfter,
});

interface Sent {
  chat_id: string;
  message_id?: number;
  text: string;
  reply_markup?: { inline_keyboard: { url: string }[][] };
}

export async function startBotStandIn(): Promise<BotStandIn> {
  const app = fastify();
  const messages: ShownMessage[] = [];
  const calls: string[] = [];
  const refusals: Refusal[] = [];
  const updates: object[] = [];
  const arrived = new EventEmitter();
  let isLost = false;

  app.post<{ Params: { method: string }; Body: Sent & { offset?: number } }>('/:token/:method', async (request, reply) => {
    const { method, token } = request.params as { method: string; token: string };
    if (token !== `bot${BOT_TOKEN}`)
      return await reply.status(401).send({ ok: false, error_code: 401, description: 'Unauthorized' });
    if (method === 'getUpdates') return { ok: true, result: updates.splice(0) };
    const { chat_id: chat, message_id: id, text, reply_markup: markup } = request.body;
    calls.push(`${method} ${chat}`);
    const refuse = async ({ code, description, retryAfter }: Refusal) =>
      await reply.status(code).send({
        ok: false,
        error_code: code,
        description,
        ...(retryAfter !== undefined && { parameters: { retry_after: retryAfter } }),
      });
    const refusal = refusals.shift();
    if (refusal) return await refuse(refusal);
    const url = markup?.inline_keyboard[0]?.[0]?.url ?? null;
    let shown = messages.find((message) => message.chat === chat && message.id === id);
    if (method === 'editMessageText') {
      if (!shown) return await refuse({ code: 400, description: 'Bad Request: message to edit not found' });
      if (shown.text === text) {
        return await refuse({ code: 400, description: 'Bad Request: message is not modified' });
      }
      shown.text = text;
    } else {
      shown = { id: messages.length + 1, chat, text, url };
      messages.push(shown);
      arrived.emit('message');
    }
    if (isLost) {
      isLost = false;
      request.raw.destroy();
      return await reply.hijack();
    }
    return { ok: true, result: { message_id: shown.id, chat: { id: Number(chat), type: 'private' }, date: 0, text } };
  });
  const apiUrl = await app.listen({ host: '127.0.0.1', port: 0 });
  return {
    apiUrl,
    messages,
    calls,
    refusals,
    updates,
    loseAnswer: () => {
      isLost = true;
    },
    waitForMessages: async (count) => {
      while (messages.length < count) await once(arrived, 'message');
    },
    close: async () => await app.close(),
  };
}
