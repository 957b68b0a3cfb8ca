import type { Update } from 'grammy/types';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { BLOCKED, busy, startBotStandIn, type BotStandIn } from '../../scripts/messenger/botStandIn.ts';
import { createStore, DATABASES, type TestStore, rulesOn } from '../../tests/support/databases.ts';
import { sampleUser } from '../../tests/support/samples/sampleUser.ts';
import { TEST_SEALING } from '../../tests/support/testSealing.ts';
import { createAccountFreeze } from '../accounts/freeze/accountFreeze.ts';
import { cheapPasswords } from '../accounts/testing/customers.ts';
import { BOT_TOKEN } from '../accounts/testing/signedInitData.ts';
import { endMessages, queueMessengerNotice } from '../db/repositories/accounts/messengerQueue.ts';
import { loadMailLanguages } from '../mail/mailLanguage.ts';
import { makeOrder, startOrderHost, type MadeOrder, type OrderHost } from '../orders/testing/orderHost.ts';
import { answerUpdate } from './answerUpdate.ts';
import { createBotApi } from './createBotApi.ts';
import { createMessengerWorker, type MessengerWorker } from './messengerWorker.ts';

const APP = 'https://t.me/swap_bot/app';
const CHAT = '500';
const MINUTE_MS = 60_000;
const WEEK_MS = 7 * 24 * 60 * MINUTE_MS;

describe.each(DATABASES)('the bot’s messages about orders on %s', (kind) => {
  const rule = rulesOn(kind, import.meta.filename);
  let store: TestStore;
  let host: OrderHost;
  let telegram: BotStandIn;
  let worker: MessengerWorker;
  let made: MadeOrder;
  beforeEach(async () => {
    store = await createStore(kind);
    host = await startOrderHost({}, store);
    telegram = await startBotStandIn(BOT_TOKEN);
    worker = createWorker();
    await host.database
      .insertInto('users')
      .values(sampleUser({ id: 1, email: null }, 1))
      .execute();
    await host.database
      .insertInto('messenger_accounts')
      .values({ messenger_id: CHAT, user_id: 1, can_write: 1, linked_at: 1 })
      .execute();
    made = await makeOrder(host);
    await own(made);
  });
  afterEach(async () => {
    await telegram.close();
    await host.close();
  });

  const createWorker = (): MessengerWorker =>
    createMessengerWorker(host.context, {
      // Long enough for an answer of this process, and all that a lost one takes.
      bot: createBotApi({ botToken: BOT_TOKEN, apiUrl: telegram.apiUrl }, { answerSeconds: 3 }),
      appLink: APP,
    });
  const own = async ({ order: { orderId } }: MadeOrder) => {
    const owner = { user_id: 1, source: 'SESSION', api_key_id: null, created_at: host.context.now() } as const;
    await host.database
      .insertInto('order_owners')
      .values({ ...owner, order_id: orderId })
      .execute();
  };
  const pay = async () => {
    host.chain('bitcoin').pay({ address: made.order.depositAddress }, 'btc', '0.1');
    await host.tick(2);
  };
  const later = async (milliseconds = MINUTE_MS) => {
    host.advanceClock(milliseconds);
    await host.tick();
    await worker.tick();
  };
  const lastLines = () => telegram.messages.map(({ text }) => text.split('\n').at(-1));
  const subscription = async () =>
    await host.database.selectFrom('messenger_subscriptions').selectAll().executeTakeFirstOrThrow();

  rule('edit one message while the deposit confirms, and announce the end with another one', async () => {
    await worker.tick();
    expect(lastLines()).toEqual(['We wait for your deposit. The app shows where to send it.']);
    const { orderId } = made.order;
    expect(telegram.messages[0]).toMatchObject({
      chat: CHAT,
      button: { url: `${APP}?startapp=order___${orderId}` },
      text: expect.stringContaining(`Order ${orderId.slice(0, 6)}…${orderId.slice(-4)}, BTC → `),
    });
    await pay();
    await later();
    expect(telegram.messages).toHaveLength(1);
    expect(lastLines()[0]).not.toContain('We wait for');
    for (let block = 0; block < 8; block += 1) {
      for (const network of ['bitcoin', 'ethereum', 'tron']) host.chain(network).mine();
      await later();
    }
    expect(lastLines()).toEqual([
      'Your deposit is confirmed. We are sending your coins.',
      'Done: your coins have been sent and confirmed.',
    ]);
    expect(telegram.calls.filter((call) => call.startsWith('sendMessage'))).toHaveLength(2);
    const texts = JSON.stringify(telegram.messages);
    for (const secret of [made.destination, made.order.depositAddress, made.token]) expect(texts).not.toContain(secret);
    const before = telegram.calls.length;
    await later();
    expect(telegram.calls).toHaveLength(before);
  });

  it('are sent once by several hosts', async () => {
    const workers = [worker, createWorker(), createWorker()];
    await Promise.all(workers.map(async (one) => await one.tick()));
    await Promise.all(workers.map(async (one) => await one.tick()));
    expect(telegram.calls).toEqual([`sendMessage ${CHAT}`]);
  });

  rule('wait as long as the messenger asks, for all chats', async () => {
    await own(await makeOrder(host));
    telegram.refusals.push(busy(30));
    await worker.tick();
    await worker.tick();
    expect(telegram.calls).toHaveLength(1);
    await later(28_000);
    expect(telegram.calls).toHaveLength(1);
    await later(2_000);
    expect(telegram.messages).toHaveLength(2);
  });

  rule('end when the customer blocks the bot', async () => {
    telegram.refusals.push(BLOCKED);
    await queueMessengerNotice(host.database, { userId: 1, kind: 'DATA_EXPORTED', now: host.context.now() });
    await worker.tick();
    await pay();
    await later();
    expect(telegram.calls).toEqual([`sendMessage ${CHAT}`]);
    const account = await host.database.selectFrom('messenger_accounts').selectAll().executeTakeFirstOrThrow();
    const notices = await host.database.selectFrom('messenger_notices').select('state').execute();
    expect([account.can_write, notices]).toEqual([0, [{ state: 'DROPPED' }]]);
  });

  rule('end with a block that the messenger reports', async () => {
    await worker.tick();
    await endMessages(host.database, CHAT, host.context.now());
    await pay();
    await later();
    expect([telegram.calls.length, (await subscription()).state]).toEqual([1, 'ENDED']);
  });

  rule('are repeated after an answer that was lost: an edit leaves one message', async () => {
    await worker.tick();
    await pay();
    telegram.loseAnswer();
    await later();
    expect((await subscription()).attempts).toBe(1);
    await later();
    expect([telegram.messages.length, (await subscription()).attempts]).toEqual([1, 0]);
    expect(telegram.calls.filter((call) => call.startsWith('edit')).length).toBeGreaterThan(1);
  });

  rule('are sent again if the customer deleted the message, with what is true by then', async () => {
    await worker.tick();
    telegram.messages.length = 0;
    await pay();
    telegram.refusals.push({ code: 500, description: 'Internal Server Error' });
    await later();
    expect(telegram.messages).toEqual([]);
    await later();
    expect(telegram.messages).toHaveLength(1);
    expect(lastLines()[0]).not.toContain('We wait for');
  });

  rule('say that a payout is late, and that it is not any more', async () => {
    await worker.tick();
    host.chain('tron').mode = 'refuse';
    await pay();
    host.chain('bitcoin').mine(3);
    for (let count = 0; count < 12; count += 1) await later();
    expect(telegram.messages.at(-1)?.text).toContain('It takes longer than usual');
    host.chain('tron').mode = 'up';
    await later(60 * MINUTE_MS);
    await later();
    expect(telegram.messages.at(-1)?.text).not.toContain('longer than usual');
    expect(telegram.messages).toHaveLength(1);
  });

  rule('let the customer freeze the account with a button, once and within a week', async () => {
    const stopWithdrawals = vi.fn(() => Promise.resolve(0));
    const { database, now } = host.context;
    const { freezeByMessenger } = createAccountFreeze({
      database,
      now,
      stopWithdrawals,
      passwords: cheapPasswords,
      sealing: TEST_SEALING,
    });
    const languages = loadMailLanguages();
    const press = async (data: string) => {
      const chat = { id: Number(CHAT), type: 'private' };
      const callback_query = { id: '1', from: { id: Number(CHAT) }, data, message: { chat } };
      const bot = createBotApi({ botToken: BOT_TOKEN, apiUrl: telegram.apiUrl });
      const answering = { bot, appLink: APP, languages, freezeByMessenger, rates: () => [] };
      await answerUpdate(host.context, answering, { update_id: 1, callback_query } as unknown as Update);
      return telegram.messages.at(-1)?.text;
    };
    const frozenUntil = async () =>
      (await database.selectFrom('users').select('frozen_until').executeTakeFirstOrThrow()).frozen_until;
    const notify = async (about: 'LINKED' | 'ACCOUNT_CLOSED') => {
      await queueMessengerNotice(database, { userId: 1, kind: about, now: now() });
      await worker.tick();
      return telegram.messages.at(-1)?.callback ?? '';
    };
    expect(await notify('ACCOUNT_CLOSED')).toBe('');
    const old = await notify('LINKED');
    host.advanceClock(WEEK_MS + 1);
    expect(await press(old)).toContain('no longer works');
    const fresh = await notify('LINKED');
    expect(await press('freeze:another')).toContain('no longer works');
    expect(await frozenUntil()).toBeNull();
    expect(await press(fresh)).toContain('Your account is frozen until');
    expect([await frozenUntil(), stopWithdrawals.mock.calls]).toEqual([now() + WEEK_MS, [[1]]]);
    expect(await press(fresh)).toContain('no longer works');
  });

  rule('announce what was done with only the messenger as proof', async () => {
    await worker.tick();
    await host.database.updateTable('users').set({ locale: 'ru' }).execute();
    for (const about of ['EMAIL_REQUESTED', 'EMAIL_ADDED', 'ACCOUNT_CLOSED'] as const) {
      await queueMessengerNotice(host.database, { userId: 1, kind: about, now: host.context.now() });
    }
    await worker.tick();
    expect(
      telegram.messages
        .slice(1)
        .map(({ text }) => text.slice(0, 24))
        .toSorted(),
    ).toEqual(['Ваш аккаунт закрыли 20 н', 'К вашему аккаунту попрос', 'Первая почта вашего акка']);
  });
});
