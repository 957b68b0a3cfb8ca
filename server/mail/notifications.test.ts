import { withDecimals } from '../../contract/formatAmount.ts';
import { describe, expect, it } from 'vitest';
import { readOrder, type OrderOptions } from '../orders/testing/orderHost.ts';
import { subscribe, useMailHost } from './testing/mailHost.ts';

const HOUR = 3_600_000;

const mails = useMailHost();
const { begin, mine, send, settle, subjects, textOf } = mails;

const pay = async (amount: string, blocks = 3) => {
  send(amount);
  await settle();
  await mine(blocks);
};
const forgetMails = () => void (mails.host.sent.length = 0);
const complete = async () => {
  await pay('0.1');
  mails.host.chain('tron').mine(2);
  await settle(3);
  forgetMails();
  // Larger deposits become new orders (D63).
  mails.host.desk.minimum = '100';
};

describe('the end of an order', () => {
  it.each([
    ['en', 'the contract of USDT blocks the address'],
    ['ru', 'контракт USDT блокирует адрес'],
  ] as const)('names the token that blocked the recipient: %s', async (locale, said) => {
    await begin({}, locale);
    mails.host.chain('tron').blocked.add(mails.made.destination);
    await pay('0.1');
    for (let round = 0; round < 4; round += 1) await mine(3);
    expect(textOf(-1)).toContain(said);
  });

  it('names the amount that arrived', async () => {
    mails.host.chain('tron').keeps = '0.5';
    await begin();
    await pay('0.1');
    mails.host.chain('tron').mine(2);
    await settle(3);
    const [payout] = (await readOrder(mails.host, mails.made)).withdrawals;
    expect(payout?.arrivedAmount).toBeTruthy();
    expect(mails.host.sent.at(-1)?.subject.replaceAll(',', '')).toContain(`${withDecimals(payout?.arrivedAmount ?? '', 6)} USDT`);
  });
});

describe('an extra deposit', () => {
  it('is reported after the order ended with the date of its refund, and reported again when it is refunded', async () => {
    await begin();
    await complete();
    mails.host.advanceClock(5 * 24 * HOUR);
    await pay('0.02');
    expect(subjects()).toEqual(['Another 0.02 BTC arrived for order X']);
    expect(textOf(0)).toMatch(/If you do nothing, we refund it automatically on 26 November 2026 at \d\d:\d\d UTC or later/);
    expect(textOf(0)).toContain('You can request a refund at once on the order’s page');
    mails.host.advanceClock(25 * HOUR);
    await settle();
    mails.host.chain('bitcoin').mine(3);
    await settle(3);
    expect(subjects().slice(1)).toEqual(['0.01997 BTC refunded, order X']);
    await settle(3);
    expect(mails.host.sent).toHaveLength(2);
  });

  it('is reported as refunded although it arrived on the last day and waited for a congested network', async () => {
    await begin();
    await complete();
    mails.host.advanceClock(7 * 24 * HOUR - HOUR);
    await pay('0.02');
    mails.host.desk.congested.add('btc');
    for (let hours = 0; hours < 74; hours += 1) {
      mails.host.advanceClock(HOUR);
      await settle();
    }
    mails.host.chain('bitcoin').mine(3);
    mails.host.advanceClock(60_000);
    await settle(3);
    expect(subjects().slice(1)).toEqual(['0.01997 BTC refunded, order X']);
  });

  it('is reported with how to request a refund when there is no refund address', async () => {
    await begin({ refund: null });
    await complete();
    await pay('0.02');
    expect(textOf(0)).not.toContain('automatically');
    expect(textOf(0)).toContain('You can request a refund at once on the order’s page');
  });

  it('is not reported below the network fee, or after ten others', async () => {
    await begin();
    await complete();
    await pay('0.00001');
    expect(subjects()).toEqual([]);
    for (let count = 0; count < 14; count += 1) await pay('0.001');
    for (let round = 0; round < 4; round += 1) await settle();
    expect(mails.host.sent).toHaveLength(10);
  });

  it('that arrived before the subscription is not reported', async () => {
    const made = await mails.makeOrder();
    send('0.1');
    mails.host.chain('bitcoin').mine(3);
    await settle(3);
    await pay('0.02');
    await subscribe(mails.host, made);
    forgetMails();
    await settle();
    expect(subjects().filter((subject) => subject.startsWith('Another'))).toEqual([]);
  });

  it('is reported in Russian', async () => {
    await begin({}, 'ru');
    await complete();
    await pay('0.02');
    expect(subjects()).toEqual(['Заявка X: пришло ещё 0,02 BTC']);
    expect(textOf(0)).toMatch(/мы вернём его автоматически .* за вычетом комиссии сети/);
  });
});

it('reports a later deposit as a new order to the same subscribers, in both languages', async () => {
  for (const [locale, subject, text] of [
    ['en', '0.02 BTC seen for order X', 'So it became a new order with the same addresses'],
    ['ru', 'Заявка X: мы видим 0,02 BTC', 'он стал новой заявкой с теми же адресами'],
  ] as const) {
    await begin({}, locale);
    await complete();
    mails.host.desk.minimum = '0.001';
    await pay('0.02', 1);
    await settle();
    const { laterOrders = [] } = await mails.host.orders.publicInfo(mails.made.order.orderId, mails.made.destination);
    expect(subjects()).toEqual([subject]);
    expect(textOf(0)).toContain(text);
    expect(textOf(0)).toContain(`/order/${laterOrders[0]?.orderId}`);
  }
});

describe('the request for a decision', () => {
  /** A deposit too small to exchange, of an expired order. */
  const beginUndecided = async (amount: string, options: OrderOptions = {}, hasToken = true) => {
    await begin(options);
    if (!hasToken) await mails.host.database.updateTable('orders').set({ order_token_hash: null }).execute();
    await pay(amount);
    forgetMails();
    mails.host.advanceClock(24 * HOUR);
    await settle();
    expect(mails.host.sent).toHaveLength(1);
  };

  it('promises the refund at the deadline', async () => {
    await beginUndecided('0.0005');
    expect(subjects()).toEqual(['Order X needs your decision']);
    expect(textOf(0)).toMatch(
      /Please decide before .*\n\nIf you do nothing: we refund the deposit to the refund address you gave, .* UTC or later/,
    );
  });

  it('promises no refund when the network fee would take it all', async () => {
    await beginUndecided('0.00001');
    expect(subjects()).toEqual(['Order X can’t be exchanged as agreed']);
    expect(textOf(0)).toContain('nothing would be left of the deposit');
    expect(textOf(0)).not.toMatch(/we refund|Please decide|order pass/);
  });

  it('promises no refund when there is no refund address', async () => {
    await beginUndecided('0.0005', { refund: null });
    expect(textOf(0)).toContain('You gave no refund address');
    expect(textOf(0)).not.toContain('we refund');
  });

  it('promises the refund and requests nothing when the order has no token', async () => {
    await beginUndecided('0.0005', {}, false);
    expect(textOf(0)).toContain('we refund the deposit to the refund address you gave');
    expect(textOf(0)).not.toMatch(/Please decide|order pass/);
  });

  it('is sent once although its deadline moves while the network is congested', async () => {
    await beginUndecided('0.0005');
    mails.host.desk.congested.add('btc');
    for (let round = 0; round < 6; round += 1) {
      mails.host.advanceClock(12 * HOUR);
      await settle();
    }
    expect(subjects()).toEqual(['Order X needs your decision']);
  });

  it('is sent again when another decision is requested for the same reason', async () => {
    await begin();
    const { host, made } = mails;
    host.desk.fees.set('usdttrc20', '60');
    host.desk.congested.add('usdttrc20');
    await pay('0.1');
    host.advanceClock(6 * HOUR);
    await settle();
    const { orderId } = made.order;
    const quoteId = (await host.orders.refundInfo(orderId)).offer?.quoteId ?? expect.fail('no offer');
    const acceptance = { orderId, destinationAddress: made.destination, quoteId };
    await host.orders.acceptRateModeChange(acceptance, { orderToken: made.token, clientAddress: null });
    host.desk.fees.set('usdttrc20', '200');
    await settle();
    host.advanceClock(6 * HOUR);
    await settle();
    expect(subjects().filter((subject) => subject.includes('decision'))).toHaveLength(2);
  });
});

it('calls a refund on hold a refund', async () => {
  await mails.restart({ perOrderUsd: '20' });
  await begin();
  await pay('0.0005');
  mails.host.advanceClock(24 * HOUR);
  await settle();
  mails.host.advanceClock(24 * HOUR);
  forgetMails();
  await settle(3);
  expect(subjects()).toEqual(['The refund for order X is being checked']);
  expect(textOf(0)).not.toContain('payout');
});
