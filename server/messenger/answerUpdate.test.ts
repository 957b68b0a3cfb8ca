import type { Update } from 'grammy/types';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { startBotStandIn, type BotStandIn } from '../../scripts/messenger/botStandIn.ts';
import { sampleUser } from '../../tests/support/samples/sampleUser.ts';
import { BOT_TOKEN } from '../accounts/testing/signedInitData.ts';
import { loadMailLanguages } from '../mail/mailLanguage.ts';
import { makeOrder, startOrderHost, type OrderHost } from '../orders/testing/orderHost.ts';
import { answerUpdate } from './answerUpdate.ts';
import { createBot } from './bot.ts';
import { createBotApi } from './createBotApi.ts';
import { pollUpdates } from './pollUpdates.ts';

const APP = 'https://t.me/swap_bot/app';
const CHAT = 500;

let host: OrderHost;
let telegram: BotStandIn;
beforeEach(async () => {
  host = await startOrderHost();
  telegram = await startBotStandIn(BOT_TOKEN);
});
afterEach(async () => {
  await telegram.close();
  await host.close();
});

const answering = () => ({
  bot: createBotApi({ botToken: BOT_TOKEN, apiUrl: telegram.apiUrl }),
  appLink: APP,
  freezeByMessenger: () => Promise.resolve(null),
  languages: loadMailLanguages(),
  rates: () => [{ coin: 'BTC', usd: '91500' }],
});
const written = (text: string, more: { language?: string; type?: string; from?: number } = {}, id = 1): Update => {
  const { language = 'en', type = 'private', from = CHAT } = more;
  const chat = { id: CHAT, type, first_name: 'Anna' };
  const sender = { id: from, is_bot: false, first_name: 'Anna', language_code: language };
  return { update_id: id, message: { message_id: 1, date: 0, chat, from: sender, text } } as Update;
};
const say = async (...input: Parameters<typeof written>) => {
  await answerUpdate(host.context, answering(), written(...input));
  return telegram.messages.at(-1);
};
const link = async () => {
  await host.database
    .insertInto('users')
    .values(sampleUser({ id: 1, email: null, locale: 'ru' }, 1))
    .execute();
  const account = { messenger_id: String(CHAT), user_id: 1, can_write: 0, linked_at: 1 };
  await host.database.insertInto('messenger_accounts').values(account).execute();
};
/** The customer blocked the bot or began to use it, in seconds since 1970. */
const member = (status: 'kicked' | 'member', date: number) =>
  ({ update_id: 2, my_chat_member: { date, chat: { id: CHAT, type: 'private' }, new_chat_member: { status } } }) as Update;
const canWrite = async () =>
  (await host.database.selectFrom('messenger_accounts').select('can_write').executeTakeFirst())?.can_write;

it('opens the page of a deep link, and the first page for an argument that is none', async () => {
  expect((await say('/start order___abc'))?.button?.url).toBe(`${APP}?startapp=order___abc`);
  for (const hostile of ['', 'nothing', 'https://evil.example', 'order___../../x y', `home___${'a'.repeat(600)}`]) {
    const url = (await say(`/start ${hostile}`))?.button?.url ?? '';
    expect(url === APP || /^https:\/\/t\.me\/swap_bot\/app\?startapp=[\w-]{0,64}$/.test(url), hostile).toBe(true);
  }
});

it('answers in the language of the customer, or of the messenger, with prices and help', async () => {
  expect((await say('/rates'))?.text).toBe('Prices now:\nBTC: 91,500 USD');
  expect((await say('/rates@swap_bot', { language: 'ru' }))?.text).toBe('Цены сейчас:\nBTC: 91\u00a0500 USD');
  // The last three are names that every object inherits.
  for (const unknown of ['hello', 'constructor', 'toString', '__proto__'])
    expect((await say(unknown))?.text).toContain('/orders: your latest orders');
  await link();
  expect((await say('/help'))?.text).toContain('/orders: последние заявки');
});

it('lists the orders of a linked account only, without addresses', async () => {
  const { order, destination, token } = await makeOrder(host);
  expect((await say('/orders'))?.text).toContain('You have no orders');
  await link();
  expect((await say('/orders'))?.text).toContain('пока нет заявок');
  await host.database
    .insertInto('order_owners')
    .values({ order_id: order.orderId, user_id: 1, source: 'SESSION', api_key_id: null, created_at: 1 })
    .execute();
  const answer = await say('/orders');
  expect(answer).toMatchObject({
    button: { url: `${APP}?startapp=profile-history` },
    text: expect.stringContaining('ждёт оплату'),
  });
  for (const secret of [destination, order.depositAddress, token]) expect(answer?.text).not.toContain(secret);
});

it('answers in private chats only, and only the person whose chat it is', async () => {
  await say('/help', { type: 'group' });
  await say('/help', { from: 501 });
  expect(telegram.calls).toEqual([]);
});

it('answers at most 20 times a minute', async () => {
  for (let count = 0; count < 25; count += 1) await say('/help');
  expect(telegram.calls).toHaveLength(20);
});

it('may write to who writes to it, until the customer blocks it', async () => {
  await link();
  await say('/start');
  expect(await canWrite()).toBe(1);
  await answerUpdate(host.context, answering(), member('kicked', 1));
  expect(await canWrite()).toBe(0);
  await answerUpdate(host.context, answering(), member('member', 2));
  expect(await canWrite()).toBe(1);
});

it('believes the newest news, in whichever order they arrive', async () => {
  await link();
  const allowed = member('member', 200);
  await answerUpdate(host.context, answering(), allowed);
  await answerUpdate(host.context, answering(), member('kicked', 100));
  expect(await canWrite()).toBe(1);
  await answerUpdate(host.context, answering(), member('kicked', 300));
  await answerUpdate(host.context, answering(), allowed);
  expect(await canWrite()).toBe(0);
});

it('hears without an answer that the mini-app was allowed to let it write', async () => {
  await link();
  const chat = { id: CHAT, type: 'private' };
  const message = { message_id: 1, date: 5, chat, from: { id: CHAT }, write_access_allowed: { from_request: true } };
  await answerUpdate(host.context, answering(), { update_id: 3, message } as Update);
  expect([await canWrite(), telegram.calls]).toEqual([1, []]);
});

it('lets nobody press a button in another chat than their own', async () => {
  const freezeByMessenger = vi.fn(() => Promise.resolve(null));
  const press = (from: number) => ({
    id: '1',
    from: { id: from },
    data: 'freeze:n',
    message: { chat: { id: CHAT, type: 'private' } },
  });
  const update = (from: number) => ({ update_id: 4, callback_query: press(from) }) as unknown as Update;
  await answerUpdate(host.context, { ...answering(), freezeByMessenger }, update(501));
  expect(freezeByMessenger).not.toHaveBeenCalled();
  await answerUpdate(host.context, { ...answering(), freezeByMessenger }, update(CHAT));
  expect(freezeByMessenger.mock.calls).toEqual([[{ messengerId: '500', noticeId: 'n' }]]);
  expect(telegram.messages.map(({ text }) => text)).toEqual([expect.stringContaining('no longer works')]);
});

it('registers its webhook when it starts, and removes an earlier one to poll', async () => {
  const settings = { botToken: BOT_TOKEN, appLink: APP, apiUrl: telegram.apiUrl };
  const webhook = { url: 'https://swap.example/api/v1/messenger/updates', secret: 's'.repeat(32) };
  const { freezeByMessenger } = answering();
  const pushed = createBot(host.context, { settings: { ...settings, webhook }, freezeByMessenger });
  const registered = telegram.waitForWebhook();
  const stop = pushed.start();
  await registered;
  await stop();
  expect([telegram.webhook(), pushed.webhookSecret]).toEqual([webhook, webhook.secret]);
  await pushed.answer(written('/help'));
  expect(telegram.messages).toHaveLength(1);
  const polling = createBot(host.context, { settings: { ...settings, webhook: null }, freezeByMessenger });
  const removed = telegram.waitForWebhook();
  const stopPolling = polling.start();
  await removed;
  await stopPolling();
  expect([telegram.webhook(), polling.webhookSecret]).toEqual([null, null]);
});

it('polls for what customers wrote, once each, also after one that can’t be answered', async () => {
  telegram.refusals.push({ code: 400, description: 'Bad Request' });
  telegram.receive(written('/help', {}, 7), written('/rates', {}, 8));
  const done = telegram.waitForMessages(1);
  const stop = pollUpdates(host.context, answering());
  await done;
  await stop();
  expect([telegram.calls.length, telegram.messages[0]?.text.split('\n')[0]]).toEqual([2, 'Prices now:']);
});
