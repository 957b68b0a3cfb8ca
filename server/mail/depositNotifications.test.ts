import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { runOperatorCommand } from '../operator/runOperatorCommand.ts';
import { ADDRESSES, makeOrder, type MadeOrder, type OrderOptions } from '../orders/testing/orderHost.ts';
import { makeSubscribedOrder, passAndSend, settleAndSend, startMailHost, subscribe, type MailHost } from './testing/mailHost.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

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
const later = (milliseconds?: number) => passAndSend(host, milliseconds);
const send = (amount: string) => host.chain('bitcoin').pay({ address: made.order.depositAddress }, 'btc', amount);
const mine = async (blocks = 1) => {
  host.chain('bitcoin').mine(blocks);
  await settle();
};
const subjects = () => host.sent.map(({ subject }) => subject.replace(/\S{6}…[\w-]{4}/, 'X'));
const textOf = (place: number) => host.sent.at(place)?.text ?? '';

describe('less than the order is for', () => {
  it('is told with what is left to send, where and until when; then that it is all there, each once', async () => {
    await begin({ rateMode: 'FIXED' });
    send('0.06');
    await settle();
    expect(subjects()).toEqual(['Send 0.04 BTC more for order X']);
    expect(textOf(0)).toContain('The fixed rate applies to 0.1 BTC.');
    expect(textOf(0)).toMatch(
      /Please send 0\.04 BTC more before 20 November 2026 at 12:\d\d UTC, to the same address\. The order’s page shows it\./,
    );
    expect(textOf(0)).not.toContain(made.order.depositAddress);
    await later();
    send('0.01');
    await later();
    expect(subjects().slice(1)).toEqual(['Send 0.03 BTC more for order X']);
    // A crumb is what anybody can send, and no news.
    send('0.0001');
    await later();
    send('0.0299');
    await later();
    await later();
    expect(subjects().slice(2)).toEqual(['0.1 BTC seen for order X']);
    expect(textOf(2)).toContain('You don’t need to do anything.');
    await mine(3);
    host.chain('tron').mine(2);
    await settle(3);
    expect(subjects().slice(3)).toEqual([expect.stringMatching(/paid out/)]);
  });

  it('of a floating rate is told when its block says that it is too little', async () => {
    await begin();
    send('0.0005');
    await settle();
    await mine();
    await later();
    expect(subjects()).toEqual(['0.0005 BTC seen for order X', 'Send 0.0995 BTC more for order X']);
    expect(textOf(1)).toContain('This is less than we can exchange');
    expect(textOf(1)).toContain('before 21 November 2026');
    await later();
    send('0.05');
    await later();
    await mine();
    expect(subjects().slice(2)).toEqual(['0.0505 BTC seen for order X']);
  });

  it('names the memo, and is told in Russian to who reads Russian', async () => {
    await begin({ from: 'xrp', amount: '1000', rateMode: 'FIXED', refund: ADDRESSES.ripple }, 'ru');
    const place = { address: made.order.depositAddress, memo: made.order.depositAddressMemo };
    host.chain('ripple').pay(place, 'xrp', '600');
    await settle();
    expect(subjects()).toEqual(['Заявка X: отправьте ещё 400 XRP']);
    expect(textOf(0)).toMatch(/до 20 ноября 2026 г\. в 12:\d\d UTC на тот же адрес и с тем же \S.*: они указаны на странице/);
    expect(textOf(0)).not.toContain(String(made.order.depositAddressMemo));
  });

  it('is not said any more when its time is over before the mail server answers', async () => {
    await begin({ rateMode: 'FIXED' });
    host.failure.error = new Error('connection refused');
    send('0.06');
    await settle();
    await mine();
    host.advanceClock(HOUR);
    await settle();
    host.failure.error = null;
    await later(10 * MINUTE);
    expect(subjects()).toEqual(['Order X needs your decision']);
  });

  it('that was there before its reader is no news, but the rest is', async () => {
    made = await makeOrder(host, { rateMode: 'FIXED' });
    send('0.06');
    await settle();
    await subscribe(host, made);
    host.sent.length = 0;
    await later();
    expect(subjects()).toEqual([]);
    send('0.04');
    await later();
    expect(subjects()).toEqual(['0.1 BTC seen for order X']);
  });
});

it('who is asked at once is not told that there is nothing to do', async () => {
  await begin({ rateMode: 'FIXED' });
  host.failure.error = new Error('connection refused');
  send('0.1');
  await settle();
  host.failure.error = null;
  // The market turned before the deposit got into a block, and its customer is asked before the mail server answers.
  host.desk.prices.set('btc', '50000');
  await mine();
  await later();
  expect(subjects()).toEqual(['Order X needs your decision']);
});

describe('a deposit that the network took back', () => {
  it('is told after some minutes, with what to do; and when it is back, that it is', async () => {
    await begin({ rateMode: 'FIXED' });
    const txHash = send('0.1');
    await settle();
    host.chain('bitcoin').drop(txHash);
    await later(MINUTE);
    await later(MINUTE);
    expect(subjects().slice(1)).toEqual([]);
    await later(2 * MINUTE);
    await later();
    expect(subjects().slice(1)).toEqual(['The network no longer shows the deposit of order X']);
    expect(textOf(1)).toMatch(/Only if the money is back there, send it again before 20 November 2026 at 12:\d\d UTC/);
    send('0.1');
    await later();
    await later();
    expect(subjects().slice(2)).toEqual(['0.1 BTC seen for order X']);
  });

  it('and is there again at once is not told', async () => {
    await begin();
    const txHash = send('0.1');
    await settle();
    await mine();
    host.chain('bitcoin').drop(txHash);
    await later(MINUTE);
    send('0.1');
    await later(HOUR);
    expect(subjects()).toEqual(['0.1 BTC seen for order X']);
  });

  it('and is not back when the time is over, is told so, once', async () => {
    await begin({ rateMode: 'FIXED' });
    const txHash = send('0.1');
    await settle();
    host.failure.error = new Error('connection refused');
    host.chain('bitcoin').drop(txHash);
    await later();
    await later(30 * MINUTE);
    host.failure.error = null;
    await later(HOUR);
    await later(HOUR);
    expect(subjects().slice(1)).toEqual(['The network no longer shows the deposit of order X']);
    expect(textOf(1)).toContain('The time to pay for this order is over');
    expect(textOf(1)).not.toContain('send it again');
  });

  it('leaves a part: what is left to send is told', async () => {
    await begin({ rateMode: 'FIXED' });
    send('0.06');
    await settle();
    const txHash = send('0.04');
    await later();
    host.chain('bitcoin').drop(txHash);
    await later();
    expect(subjects()).toEqual(['Send 0.04 BTC more for order X', '0.1 BTC seen for order X', 'Send 0.04 BTC more for order X']);
  });

  it('after its customer was asked leaves nothing to decide; when it is back, he is asked again', async () => {
    await begin({ rateMode: 'FIXED' });
    host.desk.prices.set('btc', '50000');
    const txHash = send('0.1');
    await settle();
    expect(subjects()).toEqual(['Order X needs your decision']);
    host.chain('bitcoin').drop(txHash);
    await later();
    await later(3 * MINUTE);
    expect(subjects().slice(1)).toEqual(['The network no longer shows the deposit of order X']);
    expect(textOf(1)).toContain('You no longer need to decide');
    send('0.1');
    await later();
    expect(subjects().slice(2)).toEqual(['Order X needs your decision']);
  });

  /** In no block any more, with whatever fetched it; an operator says that it does not come back. Returns what brings it back. */
  const goneForGood = async (txHash: string): Promise<() => void> => {
    const bringBack = host.chain('bitcoin').drop(txHash);
    const { address } = await host.chain('bitcoin').addressAt(0);
    for (const { txHash: fetched } of host.chain('bitcoin').receivedBy(address)) host.chain('bitcoin').drop(fetched);
    await later(HOUR);
    await runOperatorCommand({ ...host.context, operatorFile: '' }, ['write-off', made.order.orderId, 'double', 'spent']);
    return bringBack;
  };
  const beginHeld = async (perOrderUsd: string, wanted: OrderOptions = {}) => {
    await host.close();
    host = await startMailHost({ perOrderUsd });
    await begin(wanted);
  };

  it('for good, so that a person ended the order, is told as the end; and when it is back, that it is', async () => {
    await beginHeld('100');
    const txHash = send('0.1');
    await settle();
    await mine(3);
    expect(subjects().at(-1)).toBe('The payout for order X is being checked');
    const bringBack = await goneForGood(txHash);
    await later(5 * MINUTE);
    await later(HOUR);
    expect(subjects().slice(2)).toEqual(['Order X is closed: the network no longer shows its deposit']);
    expect(textOf(-1)).toContain('the order is closed. No exchange took place');
    bringBack();
    await mine(3);
    await later(HOUR);
    await later();
    expect(subjects().slice(3)).toEqual(['The deposit of order X has reappeared']);
    expect(textOf(-1)).toContain('The order was closed without it');
    expect(textOf(-1)).toContain('If you do nothing, we refund it automatically');
  });

  it('for good, beside money that had once been gone itself and was back before, is told as the end too', async () => {
    await beginHeld('100');
    const txHash = send('0.1');
    await settle();
    await mine(3);
    const besides = send('0.02');
    await settle();
    await mine(3);
    await host.database.updateTable('deposits').set({ times_written_off: 1 }).where('tx_hash', '=', besides).execute();
    await goneForGood(txHash);
    await later(5 * MINUTE);
    await later(HOUR);
    expect(subjects().slice(2)).toEqual([
      'Another 0.02 BTC arrived for order X',
      'Order X is closed: the network no longer shows its deposit',
    ]);
  });

  it('for good, and is back before that could be told, is told as back alone, in Russian to who reads Russian', async () => {
    await host.close();
    host = await startMailHost({ perOrderUsd: '100' });
    await begin({}, 'ru');
    const txHash = send('0.1');
    await settle();
    await mine(3);
    host.failure.error = new Error('connection refused');
    const bringBack = await goneForGood(txHash);
    await later(5 * MINUTE);
    bringBack();
    await mine(3);
    await later(HOUR);
    host.failure.error = null;
    await later(HOUR);
    expect(subjects().slice(2)).toEqual(['Заявка X: ваш платёж снова виден в сети']);
    expect(textOf(-1)).toContain('поэтому обмена не будет');
  });

  it('for good is told as the end though that the network took it back was the last that was told', async () => {
    await beginHeld('20', { rateMode: 'FIXED' });
    const txHash = send('0.2');
    await settle();
    const { orderId } = made.order;
    const { refundAmount = '', networkFee } = await host.orders.refundInfo(orderId);
    const wish = { orderId, destinationAddress: made.destination, refundAmount, claimedNetworkFee: networkFee };
    await host.orders.requestRefund(wish, { orderToken: made.token, clientAddress: null });
    const bringBack = host.chain('bitcoin').drop(txHash);
    await later();
    await later(3 * MINUTE);
    expect(subjects().at(-1)).toBe('The network no longer shows the deposit of order X');
    bringBack();
    await mine(3);
    expect(subjects().at(-1)).toBe('The refund for order X is being checked');
    await goneForGood(txHash);
    await later(5 * MINUTE);
    expect(subjects().at(-1)).toBe('Order X is closed: the network no longer shows its deposit');
  });

  it('is told in Russian to who reads Russian, and once by several processes', async () => {
    await begin({}, 'ru');
    const txHash = send('0.1');
    await settle();
    host.chain('bitcoin').drop(txHash);
    const workers = [host.worker, host.otherWorker(), host.otherWorker()];
    for (let round = 0; round < 6; round += 1) {
      host.advanceClock(MINUTE);
      await host.tick();
      await Promise.all(workers.map((worker) => worker.tick()));
    }
    expect(subjects()).toEqual(['Заявка X: мы видим 0,1 BTC', 'Заявка X: сеть больше не показывает ваш платёж']);
  });

  it.each(['waited for', 'asked about'])('for good, when it was %s, leaves no address behind', async (before) => {
    await begin({ rateMode: 'FIXED' });
    // Of a fixed rate more is asked about before it is in a block.
    const txHash = send(before === 'asked about' ? '0.2' : '0.1');
    await settle();
    expect(subjects()).toEqual([before === 'asked about' ? 'Order X needs your decision' : '0.1 BTC seen for order X']);
    host.chain('bitcoin').drop(txHash);
    const left = async () => {
      await later(10 * DAY);
      return (await host.database.selectFrom('mail_subscriptions').selectAll().execute()).length;
    };
    for (let tenDays = 0; tenDays < 3; tenDays += 1) expect(await left()).toBe(1);
    expect(await left()).toBe(0);
  });

  it('leaves the address of who has money in an order that waits for him, and looks at it ever less often', async () => {
    await begin({ refund: null });
    send('0.0005');
    await settle();
    await mine(3);
    const untilNextCheck = async (days: number) => {
      await later(days * DAY);
      const [row] = await host.database.selectFrom('mail_subscriptions').select('next_check_at').execute();
      return (row?.next_check_at ?? 0) - host.context.now();
    };
    expect(await untilNextCheck(0)).toBeLessThanOrEqual(30_000);
    // He is asked.
    expect(await untilNextCheck(1)).toBeLessThanOrEqual(30_000);
    expect(await untilNextCheck(1)).toBeGreaterThan(10 * MINUTE);
    expect(await untilNextCheck(9)).toBeGreaterThan(HOUR);
    expect(await untilNextCheck(40)).toBeGreaterThan(5 * HOUR);
    expect(await untilNextCheck(90)).toBeLessThanOrEqual(6 * HOUR);
  });
});
