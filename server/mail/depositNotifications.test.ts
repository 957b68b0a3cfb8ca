import { describe, expect, it } from 'vitest';
import { ADDRESSES } from '../orders/testing/orderHost.ts';
import { subscribe, useMailHost } from './testing/mailHost.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

const mails = useMailHost();
const { begin, later, mine, send, settle, subjects, textOf } = mails;

describe('a partial deposit', () => {
  it('is reported with the missing amount and the deadline after each part, until it is complete', async () => {
    await begin({ rateMode: 'FIXED' });
    send('0.06');
    await settle();
    expect(subjects()).toEqual(['Send 0.04 BTC more for order X']);
    expect(textOf(0)).toContain('The fixed rate applies to 0.10 BTC.');
    expect(textOf(0)).toMatch(
      /Please send 0\.04 BTC more before 20 November 2026 at 12:\d\d UTC, to the same address\. The order’s page shows it\./,
    );
    expect(textOf(0)).not.toContain(mails.made.order.depositAddress);
    await later();
    send('0.01');
    await later();
    expect(subjects().slice(1)).toEqual(['Send 0.03 BTC more for order X']);
    // Dust causes no mail.
    send('0.0001');
    await later();
    send('0.0299');
    await later();
    await later();
    expect(subjects().slice(2)).toEqual(['0.1000 BTC seen for order X']);
    expect(textOf(2)).toContain('You don’t need to do anything.');
    await mine(3);
    mails.host.chain('tron').mine(2);
    await settle(3);
    expect(subjects().slice(3)).toEqual([expect.stringMatching(/paid out/)]);
  });

  it('of a floating order is reported when its block shows that it is too little', async () => {
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

  it('is reported in Russian, with the name of the memo and without the memo', async () => {
    await begin({ from: 'xrp', amount: '1000', rateMode: 'FIXED', refund: ADDRESSES.ripple }, 'ru');
    const { depositAddress: address, depositAddressMemo: memo } = mails.made.order;
    mails.host.chain('ripple').pay({ address, memo }, 'xrp', '600');
    await settle();
    expect(subjects()).toEqual(['Заявка X: отправьте ещё 400 XRP']);
    expect(textOf(0)).toMatch(/до 20 ноября 2026 г\. в 12:\d\d UTC на тот же адрес и с тем же \S.*: они указаны на странице/);
    expect(textOf(0)).not.toContain(String(memo));
  });

  it('is not reported when a decision is requested before the mail server answers', async () => {
    await begin({ rateMode: 'FIXED' });
    mails.host.failure.error = new Error('connection refused');
    send('0.06');
    await settle();
    await mine();
    mails.host.advanceClock(HOUR);
    await settle();
    mails.host.failure.error = null;
    await later(10 * MINUTE);
    expect(subjects()).toEqual(['Order X needs your decision']);
  });

  it('that arrived before the subscription is not reported, but the rest is', async () => {
    const made = await mails.makeOrder({ rateMode: 'FIXED' });
    send('0.06');
    await settle();
    await subscribe(mails.host, made);
    mails.host.sent.length = 0;
    await later();
    expect(subjects()).toEqual([]);
    send('0.04');
    await later();
    expect(subjects()).toEqual(['0.10 BTC seen for order X']);
  });
});

it('reports only the decision when the rate moves before the mail server answers', async () => {
  await begin({ rateMode: 'FIXED' });
  mails.host.failure.error = new Error('connection refused');
  send('0.1');
  await settle();
  mails.host.failure.error = null;
  mails.host.desk.prices.set('btc', '50000');
  await mine();
  await later();
  expect(subjects()).toEqual(['Order X needs your decision']);
});

describe('a reorged deposit', () => {
  const REORGED = 'The network no longer shows the deposit of order X';

  it('is reported after three minutes with what to do, and again when the customer pays again', async () => {
    await begin({ rateMode: 'FIXED' });
    const txHash = send('0.1');
    await settle();
    mails.host.chain('bitcoin').drop(txHash);
    await later(MINUTE);
    await later(MINUTE);
    expect(subjects().slice(1)).toEqual([]);
    await later(2 * MINUTE);
    await later();
    expect(subjects().slice(1)).toEqual([REORGED]);
    expect(textOf(1)).toMatch(/Only if the money is back there, send it again before 20 November 2026 at 12:\d\d UTC/);
    send('0.1');
    await later();
    await later();
    expect(subjects().slice(2)).toEqual(['0.1 BTC seen for order X']);
  });

  it('that is replaced within three minutes is not reported', async () => {
    await begin();
    const txHash = send('0.1');
    await settle();
    await mine();
    mails.host.chain('bitcoin').drop(txHash);
    await later(MINUTE);
    send('0.1');
    await later(HOUR);
    expect(subjects()).toEqual(['0.1 BTC seen for order X']);
  });

  it('of an expired order is reported once, without a request to pay again', async () => {
    await begin({ rateMode: 'FIXED' });
    const txHash = send('0.1');
    await settle();
    mails.host.failure.error = new Error('connection refused');
    mails.host.chain('bitcoin').drop(txHash);
    await later();
    await later(30 * MINUTE);
    mails.host.failure.error = null;
    await later(HOUR);
    await later(HOUR);
    expect(subjects().slice(1)).toEqual([REORGED]);
    expect(textOf(1)).toContain('The time to pay for this order is over');
    expect(textOf(1)).not.toContain('send it again');
  });

  it('that leaves a part is reported with the missing amount', async () => {
    await begin({ rateMode: 'FIXED' });
    send('0.06');
    await settle();
    const txHash = send('0.04');
    await later();
    mails.host.chain('bitcoin').drop(txHash);
    await later();
    expect(subjects()).toEqual(['Send 0.04 BTC more for order X', '0.10 BTC seen for order X', 'Send 0.04 BTC more for order X']);
  });

  it('cancels the requested decision, which is requested again when the deposit is back', async () => {
    await begin({ rateMode: 'FIXED' });
    mails.host.desk.prices.set('btc', '50000');
    const txHash = send('0.1');
    await settle();
    expect(subjects()).toEqual(['Order X needs your decision']);
    mails.host.chain('bitcoin').drop(txHash);
    await later();
    await later(3 * MINUTE);
    expect(subjects().slice(1)).toEqual([REORGED]);
    expect(textOf(1)).toContain('You no longer need to decide');
    send('0.1');
    await later();
    expect(subjects().slice(2)).toEqual(['Order X needs your decision']);
  });

  it('is reported in Russian, once with several processes', async () => {
    await begin({}, 'ru');
    const txHash = send('0.1');
    await settle();
    mails.host.chain('bitcoin').drop(txHash);
    const workers = [mails.host.worker, mails.host.otherWorker(), mails.host.otherWorker()];
    for (let round = 0; round < 6; round += 1) {
      mails.host.advanceClock(MINUTE);
      await mails.host.tick();
      await Promise.all(workers.map((worker) => worker.tick()));
    }
    expect(subjects()).toEqual(['Заявка X: мы видим 0,1 BTC', 'Заявка X: сеть больше не показывает ваш платёж']);
  });
});

describe('the subscription of an order that never ends', () => {
  it.each(['0.1', '0.2'])('is deleted after a month when the deposit of %s BTC was reorged', async (amount) => {
    await begin({ rateMode: 'FIXED' });
    // 0.2 BTC is more than agreed, which requests a decision.
    const txHash = send(amount);
    await settle();
    expect(subjects()).toEqual([amount === '0.2' ? 'Order X needs your decision' : '0.1 BTC seen for order X']);
    mails.host.chain('bitcoin').drop(txHash);
    const left = async () => {
      await later(10 * DAY);
      return (await mails.host.database.selectFrom('mail_subscriptions').selectAll().execute()).length;
    };
    for (let tenDays = 0; tenDays < 3; tenDays += 1) expect(await left()).toBe(1);
    expect(await left()).toBe(0);
  });

  it('stays while the order holds money, and is checked less and less often', async () => {
    await begin({ refund: null });
    send('0.0005');
    await settle();
    await mine(3);
    const untilNextCheck = async (days: number) => {
      await later(days * DAY);
      const [row] = await mails.host.database.selectFrom('mail_subscriptions').select('next_check_at').execute();
      return (row?.next_check_at ?? 0) - mails.host.context.now();
    };
    expect(await untilNextCheck(0)).toBeLessThanOrEqual(30_000);
    // A decision is requested.
    expect(await untilNextCheck(1)).toBeLessThanOrEqual(30_000);
    expect(await untilNextCheck(1)).toBeGreaterThan(10 * MINUTE);
    expect(await untilNextCheck(9)).toBeGreaterThan(HOUR);
    expect(await untilNextCheck(40)).toBeGreaterThan(5 * HOUR);
    expect(await untilNextCheck(90)).toBeLessThanOrEqual(6 * HOUR);
  });
});
