import type { KyselyPlugin } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { listSubscriptionsToCheck } from '../db/repositories/mails/mailSubscriptions.ts';
import { makeOrder, type MadeOrder } from '../orders/testing/orderHost.ts';
import { MailRefusedError } from '../ports/mail/mailer.ts';
import { planNotifications } from './planNotifications.ts';
import { CUSTOMER, requestOf, startMailHost, subscribe, type MailHost } from './testing/mailHost.ts';

let host: MailHost;
let made: MadeOrder;
beforeEach(async () => {
  host = await startMailHost();
  made = await makeOrder(host);
});
afterEach(async () => await host.close());

const DAY = 24 * 3_600_000;
const subjects = () => host.sent.map(({ subject }) => subject).slice(1);
const settle = async (rounds = 1) => {
  await host.tick(rounds);
  await host.worker.tick();
};
const pay = (amount = '0.1') => host.chain('bitcoin').pay({ address: made.order.depositAddress }, 'btc', amount);
const mine = async (network: string) => {
  host.chain(network).mine();
  await settle(2);
};
async function complete(): Promise<void> {
  await mine('bitcoin');
  await mine('bitcoin');
  await mine('tron');
}
const short = () => `${made.order.orderId.slice(0, 6)}…${made.order.orderId.slice(-4)}`;

describe('the mail worker', () => {
  it('reports the deposit and the payout once each, with links to the order and to unsubscribe', async () => {
    const token = await subscribe(host, made);
    pay();
    await settle();
    expect(subjects()).toEqual([`0.1 BTC seen for order ${short()}`]);
    await complete();
    await settle(3);
    expect(subjects()).toEqual([`0.1 BTC seen for order ${short()}`, `5,968.500000 USDT paid out, order ${short()}`]);
    const mail = host.sent.at(-1);
    expect(mail?.text).toContain(`https://swap.example/order/${made.order.orderId}\n`);
    expect(mail?.html).toContain(`href="https://swap.example/order/${made.order.orderId}"`);
    expect(mail?.text).toContain(`https://swap.example/unsubscribe#${token}`);
    for (const secret of [made.token, made.destination, made.order.depositAddress]) {
      expect(`${mail?.text}${mail?.html}`).not.toContain(secret);
    }
    expect(mail?.html).not.toMatch(/<(?:img|link|script|iframe)|url\(/);
  });

  it('writes to a Russian subscriber in Russian', async () => {
    await subscribe(host, made, 'anna@example.org', 'ru');
    pay();
    await settle();
    await complete();
    const mail = host.sent.at(-1);
    expect(mail?.subject).toBe(`Заявка ${short()}: выплачено 5\u00a0968,500000 USDT`);
    expect(mail?.text).toContain(`https://swap.example/ru/order/${made.order.orderId}\n`);
  });

  it('reports a requested decision with its deadline, then the refund', async () => {
    await subscribe(host, made);
    pay('0.0001');
    await settle();
    host.chain('bitcoin').mine();
    await settle();
    host.advanceClock(DAY);
    await settle(2);
    expect(subjects().at(-1)).toBe(`Order ${short()} needs your decision`);
    const request = host.sent.at(-1)?.text;
    expect(request).toContain('We received 0.0001 BTC');
    expect(request).toMatch(/before 22 November 2026 at 12:\d\d UTC/);
    host.advanceClock(DAY);
    await settle(2);
    await complete();
    expect(subjects().at(-1)).toMatch(/^0\.000\d+ BTC refunded, order/);
  });

  it('reports the payout while the refund of an extra deposit is on hold', async () => {
    await host.close();
    host = await startMailHost({ perOrderUsd: '7000' });
    made = await makeOrder(host);
    await subscribe(host, made);
    pay();
    await settle();
    await mine('bitcoin');
    await mine('bitcoin');
    // Larger deposits become new orders (D63).
    host.desk.minimum = '100';
    pay('0.2');
    await mine('bitcoin');
    await mine('bitcoin');
    const [extra] = (await host.orders.refundInfo(made.order.orderId)).extra ?? [];
    const refund = {
      orderId: made.order.orderId,
      destinationAddress: made.destination,
      depositTxHash: extra?.depositTxHash ?? '',
      refundAmount: extra?.refundAmount ?? '0',
      claimedNetworkFee: extra?.networkFee ?? '0',
    };
    const order = await host.orders.requestRefund(refund, { orderToken: made.token, clientAddress: null });
    expect(order.attention?.reason).toBe('PAYOUT_HELD');
    await settle(2);
    await mine('tron');
    expect(subjects()).toEqual([
      `0.1 BTC seen for order ${short()}`,
      `Another 0.2 BTC arrived for order ${short()}`,
      `The refund of an extra payment for order ${short()} is being checked`,
      `5,968.500000 USDT paid out, order ${short()}`,
    ]);
  });

  it('sends only the code to an unconfirmed address', async () => {
    await host.mail.request(requestOf(made), CUSTOMER);
    await host.worker.tick();
    pay();
    await settle();
    await complete();
    expect(host.sent).toHaveLength(1);
  });

  it('sends no superseded notification, and none of a deposit seen before the subscription', async () => {
    pay();
    await settle();
    await subscribe(host, made);
    await settle();
    expect(subjects()).toEqual([]);
    const other = await makeOrder(host);
    await subscribe(host, other, 'ben@example.org');
    host.chain('bitcoin').pay({ address: other.order.depositAddress }, 'btc', '0.1');
    await host.tick(2);
    host.chain('bitcoin').mine(3);
    await host.tick(3);
    host.chain('tron').mine(2);
    await host.tick(3);
    await host.worker.tick();
    const toBen = host.sent.filter(({ to }) => to === 'ben@example.org').map(({ subject }) => subject);
    expect(toBen).toHaveLength(2);
    expect(toBen[1]).toMatch(/paid out/);
  });

  it('retries with backoff until the mail server accepts the mail', async () => {
    await subscribe(host, made);
    host.failure.error = new Error('connection refused');
    pay();
    await settle();
    for (let round = 0; round < 5; round += 1) {
      host.advanceClock(10_000);
      await settle();
    }
    expect(subjects()).toEqual([]);
    host.failure.error = null;
    await settle();
    expect(subjects()).toEqual([]);
    host.advanceClock(600_000);
    await settle();
    expect(subjects()).toHaveLength(1);
  });

  it('does not retry a mail that was rejected for good', async () => {
    await subscribe(host, made);
    host.failure.error = new MailRefusedError('550 no such user');
    pay();
    await settle();
    host.failure.error = null;
    host.advanceClock(DAY / 2);
    await settle();
    expect(subjects()).toEqual([]);
  });

  it('drops what is no longer true when the mail server answers', async () => {
    await subscribe(host, made);
    host.failure.error = new Error('connection refused');
    pay('0.0001');
    await settle();
    host.chain('bitcoin').mine();
    host.advanceClock(DAY);
    await settle(2);
    host.advanceClock(DAY);
    await settle(2);
    await complete();
    host.failure.error = null;
    host.advanceClock(3_600_000);
    await settle();
    expect(subjects()).toHaveLength(1);
    expect(subjects()[0]).toMatch(/refunded/);
  });

  it('queues notifications of an order while the mail server hangs on those of another', async () => {
    await subscribe(host, made);
    const other = await makeOrder(host);
    await subscribe(host, other, 'ben@example.org');
    let answer: () => void = () => undefined;
    host.failure.until = new Promise((resolve) => (answer = resolve));
    const stop = host.otherWorker({ pauseMs: 1 }).start();
    const countRows = async (state: 'leased' | 'any') => {
      const rows = await host.database.selectFrom('order_notifications').selectAll().where('kind', '=', 'DEPOSIT').execute();
      return rows.filter(({ lease_owner }) => state === 'any' || lease_owner !== null).length;
    };
    try {
      pay();
      await host.tick();
      await expect.poll(() => countRows('leased'), { interval: 5 }).toBe(1);
      host.chain('bitcoin').pay({ address: other.order.depositAddress }, 'btc', '0.1');
      await host.tick();
      await expect.poll(() => countRows('any'), { interval: 5 }).toBe(2);
    } finally {
      answer();
      await stop();
    }
    expect(subjects()).toContain(`0.1 BTC seen for order ${short()}`);
  });

  it('skips a subscription that another process has checked', async () => {
    await subscribe(host, made);
    const queries: string[] = [];
    const counter: KyselyPlugin = {
      transformQuery: ({ node }) => {
        queries.push(node.kind);
        return node;
      },
      transformResult: ({ result }) => Promise.resolve(result),
    };
    const [subscription] = await listSubscriptionsToCheck(host.database, 0, 1);
    const context = { ...host.context, database: host.database.withPlugin(counter) };
    if (subscription) await planNotifications(context, subscription);
    expect(queries.length).toBeGreaterThan(4);
    queries.length = 0;
    if (subscription) await planNotifications(context, subscription);
    expect(queries).toHaveLength(1);
  });

  it('checks an order until an extra deposit can no longer arrive and be refunded', async () => {
    await subscribe(host, made);
    pay();
    await settle();
    await complete();
    await settle();
    expect(await listSubscriptionsToCheck(host.database, 0, 10)).toEqual([]);
    const isOpen = async () => {
      await settle();
      return (await host.database.selectFrom('mail_subscriptions').select('is_open').executeTakeFirstOrThrow()).is_open;
    };
    host.advanceClock(9 * DAY);
    expect(await isOpen()).toBe(1);
    host.advanceClock(2 * DAY);
    expect(await isOpen()).toBe(0);
  });

  it('deletes an unconfirmed address a day after its code expired', async () => {
    await host.mail.request(requestOf(made), CUSTOMER);
    await settle();
    host.advanceClock(DAY + 3_600_000);
    await settle();
    expect(await host.database.selectFrom('mail_subscriptions').selectAll().execute()).toEqual([]);
    expect(await host.database.selectFrom('order_notifications').selectAll().execute()).toEqual([]);
  });

  it('deletes addresses a month after their order ended', async () => {
    await subscribe(host, made);
    pay();
    await settle();
    await complete();
    const left = async () => (await host.database.selectFrom('mail_subscriptions').selectAll().execute()).length;
    host.advanceClock(29 * DAY);
    await settle();
    expect(await left()).toBe(1);
    host.advanceClock(3 * DAY);
    await settle();
    expect(await left()).toBe(0);
  });
});
