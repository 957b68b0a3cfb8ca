import { EventEmitter, once } from 'node:events';
import fastify from 'fastify';

/** A message as the chat shows it */
export interface ShownMessage {
  id: number;
  chat: string;
  text: string;
  /** Below the text: the one that opens the mini-app */
  button: { text: string; url: string } | null;
  /** What the bot hears when the other one is pressed; null: there is none */
  callback: string | null;
  isEdited: boolean;
}

interface Refusal {
  code: number;
  description: string;
  retryAfter?: number;
}

/** A stand-in of the messenger's Bot API, on HTTP, with its unpleasant parts. */
export interface BotStandIn {
  apiUrl: string;
  /** Where a page of any origin reads what a chat shows */
  chatUrl(chat: string): string;
  /** What the chats show, oldest first */
  messages: ShownMessage[];
  /** The calls, in order: "sendMessage 500" */
  calls: string[];
  /** Where the messenger would send updates; null: it is asked for them. */
  webhook(): { url: string; secret: string } | null;
  /** Resolves when the bot sets or removes its webhook. */
  waitForWebhook(): Promise<void>;
  /** Refuses the next calls, one each. */
  refusals: Refusal[];
  /** The next call is carried out, but its answer is lost. */
  loseAnswer(): void;
  /** Customers write; the next poll, or the one that waits, gets it. */
  receive(...updates: object[]): void;
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
  /** Of a poll, in seconds */
  timeout: number;
  reply_markup?: { inline_keyboard: { text: string; url?: string; callback_data?: string }[][] };
  url?: string;
  secret_token?: string;
}

/** Starts the Bot API of one bot on a port of its own. */
export async function startBotStandIn(botToken: string): Promise<BotStandIn> {
  // A host polls all the time: closing must not wait for the answer.
  const app = fastify({ forceCloseConnections: true });
  const messages: ShownMessage[] = [];
  const calls: string[] = [];
  const refusals: Refusal[] = [];
  const updates: object[] = [];
  const shownIn = (chat: string) => messages.filter((message) => message.chat === chat);
  const arrived = new EventEmitter();
  let isLost = false;
  let webhook: { url: string; secret: string } | null = null;

  app.get<{ Params: { chat: string } }>(
    '/chats/:chat',
    async ({ params }, reply) => await reply.header('access-control-allow-origin', '*').send(shownIn(params.chat)),
  );
  app.post<{ Params: { method: string; token: string }; Body: Sent }>('/:token/:method', async (request, reply) => {
    const { method, token } = request.params;
    if (token !== `bot${botToken}`)
      return await reply.status(401).send({ ok: false, error_code: 401, description: 'Unauthorized' });
    if (method === 'setWebhook' || method === 'deleteWebhook') {
      const { url, secret_token: secret } = request.body ?? {};
      webhook = url !== undefined && secret !== undefined ? { url, secret } : null;
      arrived.emit('webhook');
      return { ok: true, result: true };
    }
    if (method === 'answerCallbackQuery') return { ok: true, result: true };
    if (method === 'getUpdates') {
      const { timeout } = request.body;
      if (updates.length === 0)
        await once(arrived, 'update', { signal: AbortSignal.timeout(timeout * 1_000) }).catch(() => undefined);
      return { ok: true, result: updates.splice(0) };
    }
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
    const buttons = (markup?.inline_keyboard ?? []).flat();
    const [button = null] = buttons.flatMap(({ text: label, url }) => (url === undefined ? [] : [{ text: label, url }]));
    const [callback = null] = buttons.flatMap(({ callback_data: data }) => data ?? []);
    let shown = shownIn(chat).find((message) => message.id === id);
    if (method === 'editMessageText') {
      if (!shown) return await refuse({ code: 400, description: 'Bad Request: message to edit not found' });
      if (shown.text === text) {
        return await refuse({ code: 400, description: 'Bad Request: message is not modified' });
      }
      shown.text = text;
      shown.isEdited = true;
    } else {
      shown = { id: messages.length + 1, chat, text, button, callback, isEdited: false };
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
    chatUrl: (chat) => `${apiUrl}/chats/${chat}`,
    messages,
    calls,
    refusals,
    webhook: () => webhook,
    waitForWebhook: async () => {
      await once(arrived, 'webhook');
    },
    receive: (...written) => {
      updates.push(...written);
      arrived.emit('update');
    },
    loseAnswer: () => {
      isLost = true;
    },
    waitForMessages: async (count) => {
      while (messages.length < count) await once(arrived, 'message');
    },
    close: async () => await app.close(),
  };
}
