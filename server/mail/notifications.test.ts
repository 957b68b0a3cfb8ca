import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { makeOrder, type MadeOrder, type OrderOptions } from '../orders/testing/orderHost.ts';
import { makeSubscribedOrder, settleAndSend, startMailHost, subscribe, type MailHost } from './testing/mailHost.ts';

const HOUR = 3_600_000;

let host: MailHost;
let made: MadeOrder;
beforeEach(async () => {
  host = await startMailHost();
});
afterEach(async () => await host.close());

async function begin(wanted?: OrderOptions, locale?: 'en' | 'ru'): Promise<void> {
  made = await makeSubscribedOrder(host, wanted, locale);
}
const settle = (rounds?: number) => settleAndSend(host, rounds);
const pay = async (amount: string, blocks = 3) => {
  const txHash = host.chain('bitcoin').pay({ address: made.order.depositAddress }, 'btc', amount);
  await settle();
  if (blocks > 0) host.chain('bitcoin').mine(blocks);
  await settle();
  return txHash;
};
const complete = async () => {
  await pay('0.1');
  host.chain('tron').mine(2);
  await settle(3);
  host.sent.length = 0;
};
const subjects = () => host.sent.map(({ subject }) => subject.replace(/\S{6}…\S{4}/, 'X'));
const textOf = (place: number) => host.sent.at(place)?.text ?? '';

describe('money that came besides', () => {
  it('is told though the order is over, with the day on which it goes back, and again when it is back', async () => {
    await begin();
    await complete();
    host.advanceClock(5 * 24 * HOUR);
    await pay('0.02');
    expect(subjects()).toEqual(['Another 0.02 BTC arrived for order X']);
    expect(textOf(0)).toMatch(/If you do nothing, we refund it automatically on 26 November 2026 at \d\d:\d\d UTC or later/);
    expect(textOf(0)).toContain('You can request a refund at once on the order’s page');
    host.advanceClock(25 * HOUR);
    await settle();
    host.chain('bitcoin').mine(3);
    await settle(3);
    expect(subjects().slice(1)).toEqual(['0.01997 BTC refunded, order X']);
    await settle(3);
    expect(host.sent).toHaveLength(2);
  });

  it('is told to be back though it came on the last day and waited for its network', async () => {
    await begin();
    await complete();
    host.advanceClock(7 * 24 * HOUR - HOUR);
    await pay('0.02');
    host.desk.congested.add('btc');
    for (let hours = 0; hours < 74; hours += 1) {
      host.advanceClock(HOUR);
      await settle();
    }
    host.chain('bitcoin').mine(3);
    host.advanceClock(60_000);
    await settle(3);
    expect(subjects().slice(1)).toEqual(['0.01997 BTC refunded, order X']);
  });

  it('says how to have it back where no address is known', async () => {
    await begin({ refund: null });
    await complete();
    await pay('0.02');
    expect(textOf(0)).not.toContain('automatically');
    expect(textOf(0)).toContain('You can request a refund at once on the order’s page');
  });

  it('is not told when the network’s fee would eat it, and not more than ten times', async () => {
    await begin();
    await complete();
    await pay('0.00001');
    expect(subjects()).toEqual([]);
    for (let count = 0; count < 14; count += 1) await pay('0.001');
    for (let round = 0; round < 4; round += 1) await settle();
    expect(host.sent).toHaveLength(10);
  });

  it('that was there before its reader is not told', async () => {
    made = await makeOrder(host);
    host.chain('bitcoin').pay({ address: made.order.depositAddress }, 'btc', '0.1');
    host.chain('bitcoin').mine(3);
    await settle(3);
    await pay('0.02');
    await subscribe(host, made);
    host.sent.length = 0;
    await settle();
    expect(subjects().filter((subject) => subject.startsWith('Another'))).toEqual([]);
  });

  it('is told in Russian to who reads Russian', async () => {
    await begin({}, 'ru');
    await complete();
    await pay('0.02');
    expect(subjects()).toEqual(['Заявка X: пришло ещё 0,02 BTC']);
    expect(textOf(0)).toMatch(/мы вернём его автоматически .* за вычетом комиссии сети/);
  });
});

describe('the question of an order', () => {
  /** Less than can be exchanged, and its time is over. */
  const ask = async (amount: string, wanted: OrderOptions = {}, isWithoutToken = false) => {
    await begin(wanted);
    if (isWithoutToken) await host.database.updateTable('orders').set({ order_token_hash: null }).execute();
    await pay(amount);
    host.sent.length = 0;
    host.advanceClock(24 * HOUR);
    await settle();
    expect(host.sent).toHaveLength(1);
  };

  it('says that the deposit goes back at the deadline where it does', async () => {
    await ask('0.0005');
    expect(subjects()).toEqual(['Order X needs your decision']);
    expect(textOf(0)).toMatch(
      /Please decide before .*\n\nIf you do nothing: we refund the deposit to the refund address you gave, .* UTC or later/,
    );
  });

  it('does not promise a refund of what the fee would eat, though the address is known', async () => {
    await ask('0.00001');
    expect(subjects()).toEqual(['Order X can’t be exchanged as agreed']);
    expect(textOf(0)).toContain('would take the whole deposit');
    expect(textOf(0)).not.toMatch(/we refund|Please decide|order pass/);
  });

  it('is told once, however often its deadline moves while the network is congested', async () => {
    await ask('0.0005');
    host.desk.congested.add('btc');
    for (let round = 0; round < 6; round += 1) {
      host.advanceClock(12 * HOUR);
      await settle();
    }
    expect(subjects()).toEqual(['Order X needs your decision']);
  });

  it('is told again when the next one is asked for the same reason', async () => {
    await begin();
    host.desk.fees.set('usdttrc20', '60');
    host.desk.congested.add('usdttrc20');
    await pay('0.1');
    host.advanceClock(6 * HOUR);
    await settle();
    const { orderId } = made.order;
    const quoteId = (await host.orders.refundInfo(orderId)).offer?.quoteId ?? expect.fail('no offer');
    const wish = { orderId, destinationAddress: made.destination, quoteId };
    await host.orders.acceptRateModeChange(wish, { orderToken: made.token, clientAddress: null });
    host.desk.fees.set('usdttrc20', '200');
    await settle();
    host.advanceClock(6 * HOUR);
    await settle();
    expect(subjects().filter((subject) => subject.includes('decision'))).toHaveLength(2);
  });

  it('says that the money stays where no refund address is known', async () => {
    await ask('0.0005', { refund: null });
    expect(textOf(0)).toContain('You gave no refund address');
    expect(textOf(0)).not.toContain('we refund');
  });

  it('asks nothing of who can’t decide, and says that the deposit goes back all the same', async () => {
    await ask('0.0005', {}, true);
    expect(textOf(0)).toContain('we refund the deposit to the refund address you gave');
    expect(textOf(0)).not.toMatch(/Please decide|order pass/);
  });
});

it('a refund that is held is called a refund', async () => {
  await host.close();
  host = await startMailHost({ perOrderUsd: '20' });
  await begin();
  await pay('0.0005');
  host.advanceClock(24 * HOUR);
  await settle();
  host.advanceClock(24 * HOUR);
  host.sent.length = 0;
  await settle(3);
  expect(subjects()).toEqual(['The refund for order X is being checked']);
  expect(textOf(0)).not.toContain('payout');
});
