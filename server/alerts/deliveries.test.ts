import { createHmac } from 'node:crypto';
import { expect, test } from 'vitest';
import { createLogger } from '../common/log.ts';
import { BotError } from '../messenger/botApi.ts';
import { MailRefusedError } from '../ports/mail/mailer.ts';
import type { AlertChange } from './alertBook.ts';
import type { AlertMessage } from './channels/channel.ts';
import { createMailChannel } from './channels/mailChannel.ts';
import { createTelegramChannel } from './channels/telegramChannel.ts';
import type { CallService, ServiceCall } from '../common/callService.ts';
import { createWebhookChannel } from './channels/webhookChannel.ts';
import { createDeliveries } from './deliveries.ts';

const START = 1_000_000_000_000;
const log = createLogger('silent');
const silent = (concerns: string, state: AlertChange['state'] = 'FIRING'): AlertChange => ({
  rule: 'networkSilent',
  concerns,
  since: START,
  value: 240,
  state,
  at: START + 240_000,
});
const MESSAGE: AlertMessage = {
  id: 'abc',
  subject: 'Causeway: 1 alert',
  lines: ['ALERT <b>tron</b>'],
  changes: [silent('tron')],
};

test('tells over every channel, and repeats to one that failed the same message', async () => {
  let at = START;
  let isDown = true;
  const received: Record<string, AlertMessage[]> = { first: [], second: [] };
  const channel = (name: 'first' | 'second') => ({
    name,
    send: async (message: AlertMessage) => {
      received[name]?.push(message);
      await Promise.resolve();
      if (name === 'first' && isDown) throw new Error('down');
    },
  });
  const deliveries = createDeliveries([channel('first'), channel('second')], { brand: 'Causeway', now: () => at, log });
  deliveries.add([silent('tron')]);
  await deliveries.flush();
  deliveries.add([silent('tron', 'RESOLVED'), silent('ethereum')]);
  await deliveries.flush();
  expect(received['first']).toHaveLength(1);
  expect(received['second']?.map(({ subject }) => subject)).toEqual(['Causeway: 1 alert', 'Causeway: 1 alert, 1 resolved']);
  at += 5_000;
  isDown = false;
  await deliveries.flush();
  await deliveries.flush();
  await deliveries.flush();
  const [failed, repeated, next, ...more] = received['first'] ?? [];
  expect(repeated).toEqual(failed);
  expect(next?.lines).toEqual([
    'RESOLVED The network tron gives no usable answer (after 4 min)',
    'ALERT The network ethereum gives no usable answer: 4 min (since 2001-09-09T01:46:40.000Z. See docs/operator.md#a-network-or-the-market-is-silent)',
  ]);
  expect(more).toEqual([]);
});

test('a channel that stays down is tried less and less often, at least every five minutes', async () => {
  let at = START;
  const tries: number[] = [];
  const channel = {
    name: 'down',
    send: async () => {
      tries.push((at - START) / 1_000);
      await Promise.reject(new Error('down'));
    },
  };
  const deliveries = createDeliveries([channel], { brand: 'Causeway', now: () => at, log });
  deliveries.add([silent('tron')]);
  for (; at <= START + 1_300_000; at += 5_000) await deliveries.flush();
  expect(tries).toEqual([0, 5, 15, 35, 75, 155, 315, 615, 915, 1_215]);
});

test('writes mails with escaped text, and leaves out an address that is refused for good', async () => {
  const sent: { to: string; html: string; messageId: string }[] = [];
  const mailer = {
    send: async (mail: { to: string; html: string; messageId: string }) => {
      if (mail.to === 'gone@example.com') throw new MailRefusedError('no such mailbox');
      await Promise.resolve(sent.push(mail));
    },
  };
  await createMailChannel(mailer, ['gone@example.com', 'on.call@example.com']).send(MESSAGE);
  expect(sent).toMatchObject([{ to: 'on.call@example.com', messageId: '<abc.1@alerts>' }]);
  expect(sent[0]?.html).toContain('ALERT &lt;b&gt;tron&lt;/b&gt;');
});

test('signs webhooks, follows no redirect, and takes no error for success', async () => {
  const calls: ServiceCall[] = [];
  let status = 204;
  const secret = Buffer.alloc(32, 7);
  const call: CallService = async (made) => {
    calls.push(made);
    return await Promise.resolve({ status, date: null, text: '' });
  };
  const webhook = { url: 'https://hooks.example/alerts', secret };
  const channel = createWebhookChannel(webhook, { now: () => START, call });
  await channel.send(MESSAGE);
  const { url, body = '', headers } = calls[0] ?? { url: '' };
  expect(url).toBe(webhook.url);
  const signed = createHmac('sha256', secret).update(`abc.1000000000.${body}`).digest('base64');
  expect(headers).toMatchObject({
    'webhook-id': 'abc',
    'webhook-timestamp': '1000000000',
    'webhook-signature': `v1,${signed}`,
  });
  expect(JSON.parse(body)).toMatchObject({
    type: 'alerts',
    data: { alerts: [{ rule: 'networkSilent', concerns: 'tron', state: 'FIRING', value: 240 }] },
  });
  for (status of [302, 410, 500]) await expect(channel.send(MESSAGE)).rejects.toThrow(String(status));
});

test('writes to the other chats when one has blocked the bot', async () => {
  const texts: string[] = [];
  const bot = {
    send: async (chat: string, text: string) => {
      if (chat === '1') throw new BotError('BLOCKED');
      return await Promise.resolve(texts.push(text));
    },
  };
  await createTelegramChannel(bot, ['1', '2']).send(MESSAGE);
  expect(texts).toEqual(['Causeway: 1 alert\n\nALERT <b>tron</b>']);
  const busy = { send: async () => await Promise.reject(new BotError('BUSY', 1_000)) };
  await expect(createTelegramChannel(busy, ['2']).send(MESSAGE)).rejects.toThrow(BotError);
});
