import { describe, expect, it } from 'vitest';
import { runOperatorCommand } from '../operator/cli/runOperatorCommand.ts';
import { ADDRESSES } from '../orders/testing/orderHost.ts';
import { subscribe, useMailHost } from './testing/mailHost.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

const mails = useMailHost();
const { begin, later, mine, send, settle, subjects, textOf } = mails;

const pay = async (amount: string, blocks = 3) => {
  send(amount);
  await settle();
  await mine(blocks);
};
const forgetMails = () => void (mails.host.sent.length = 0);
const operate = async (...command: string[]) => await runOperatorCommand({ ...mails.host.context, operatorFile: '' }, command);

describe('a delayed payout', () => {
  const DELAYED = 'The payout for order X is delayed';
  const RETRIED = 'We try again automatically';
  const FAILED = 'Our staff check it before it is sent again';

  it('is reported after an hour, once, and its arrival too', async () => {
    await begin();
    mails.host.chain('tron').mode = 'refuse';
    await pay('0.1');
    forgetMails();
    await later(30 * MINUTE);
    expect(subjects()).toEqual([]);
    await later(31 * MINUTE);
    expect(subjects()).toEqual([DELAYED]);
    expect(textOf(0)).toContain(RETRIED);
    for (let hours = 0; hours < 30; hours += 1) await later(HOUR);
    expect(subjects()).toHaveLength(1);
    mails.host.chain('tron').mode = 'up';
    await later(HOUR);
    mails.host.chain('tron').mine(2);
    await later();
    expect(subjects().slice(1)).toEqual([expect.stringMatching(/paid out/)]);
  });

  it('that ends within the hour is not reported, and the hour starts again with the next delay', async () => {
    await begin();
    mails.host.chain('tron').mode = 'refuse';
    await pay('0.1');
    forgetMails();
    await later(40 * MINUTE);
    mails.host.chain('tron').mode = 'up';
    await later(15 * MINUTE);
    mails.host.chain('tron').failsSends = true;
    mails.host.chain('tron').mine();
    await later();
    await later(30 * MINUTE);
    expect(subjects()).toEqual([]);
    await later(31 * MINUTE);
    expect(subjects()).toEqual([DELAYED]);
    expect(textOf(0)).toContain(FAILED);
  });

  it('is reported once with several processes, and not when it ends before the mail server answers', async () => {
    await begin();
    mails.host.chain('tron').mode = 'refuse';
    await pay('0.1');
    await later();
    forgetMails();
    const workers = [mails.host.worker, mails.host.otherWorker(), mails.host.otherWorker()];
    mails.host.failure.error = new Error('connection refused');
    mails.host.advanceClock(HOUR);
    await mails.host.tick();
    await Promise.all(workers.map((worker) => worker.tick()));
    mails.host.failure.error = null;
    mails.host.advanceClock(HOUR);
    await mails.host.tick();
    for (let round = 0; round < 3; round += 1) await Promise.all(workers.map((worker) => worker.tick()));
    expect(subjects()).toEqual([DELAYED]);
    await subscribe(mails.host, await mails.makeOrder());
    await pay('0.1');
    await later();
    forgetMails();
    mails.host.advanceClock(HOUR);
    mails.host.chain('tron').mode = 'up';
    await mails.host.tick(2);
    await Promise.all(workers.map((worker) => worker.tick()));
    expect(subjects()).toEqual([]);
  });

  it('is reported when the host is no longer connected to its network', async () => {
    await begin();
    const gateways = new Map(mails.host.context.gateways);
    gateways.delete('tron');
    Object.assign(mails.host.context, { gateways });
    await pay('0.1');
    forgetMails();
    await later(61 * MINUTE);
    await later(61 * MINUTE);
    expect(subjects()).toEqual([DELAYED]);
    expect(textOf(0)).toContain(RETRIED);
  });

  it('is reported again when it fails after it was retried', async () => {
    await begin();
    mails.host.chain('tron').mode = 'refuse';
    await pay('0.1');
    forgetMails();
    await later(HOUR);
    await later();
    expect(subjects()).toEqual([DELAYED]);
    expect(textOf(0)).toContain(RETRIED);
    mails.host.chain('tron').mode = 'up';
    mails.host.chain('tron').failsSends = true;
    await later(HOUR);
    mails.host.chain('tron').mine();
    await later(HOUR);
    await later(2 * HOUR);
    expect(subjects().slice(1)).toEqual([DELAYED]);
    expect(textOf(1)).toContain(FAILED);
    for (let hours = 0; hours < 5; hours += 1) await later(HOUR);
    expect(subjects()).toHaveLength(2);
  });

  it('that failed is reported in Russian', async () => {
    await begin({}, 'ru');
    mails.host.chain('tron').failsSends = true;
    await pay('0.1');
    mails.host.chain('tron').mine(2);
    await settle();
    forgetMails();
    await later();
    await later(HOUR);
    expect(subjects()).toEqual(['Заявка X: выплата задерживается']);
    expect(textOf(0)).toContain('его проверит сотрудник');
  });

  it('names the missing price when it is on hold for that', async () => {
    await begin({}, 'ru');
    Object.assign(mails.host.context, { usdPrice: () => null });
    await pay('0.1');
    expect(subjects().at(-1)).toBe('Заявка X: выплата проверяется');
    expect(textOf(-1)).toContain('нет курса, чтобы сравнить сумму с лимитом');
  });
});

it('reports a refund below the network fee after an hour, once', async () => {
  await begin();
  await pay('0.1', 1);
  const { database } = mails.host;
  await database.updateTable('orders').set({ status: 'REFUND_REQUESTED' }).execute();
  const { orderId: order_id } = mails.made.order;
  await database.insertInto('order_refunds').values({ order_id, amount: '0', network_fee: '1', collection_fee: '0' }).execute();
  forgetMails();
  await later();
  expect(subjects()).toEqual([]);
  for (let hours = 0; hours < 5; hours += 1) await later(HOUR);
  expect(subjects()).toEqual(['The refund for order X can’t be sent yet']);
});

describe('the refund of an extra deposit', () => {
  const beginPaidOut = async () => {
    await begin();
    await pay('0.1');
    mails.host.chain('tron').mine(2);
    await settle(3);
    // Larger deposits become new orders (D63).
    mails.host.desk.minimum = '100';
  };

  it('is reported when it is on hold, and when it is confirmed', async () => {
    await mails.restart({ perOrderUsd: '7000' });
    await beginPaidOut();
    mails.host.advanceClock(2 * HOUR);
    await pay('0.2');
    forgetMails();
    await later(25 * HOUR);
    await later();
    expect(subjects()).toEqual(['The refund of an extra payment for order X is being checked']);
    expect(textOf(0)).toContain('The amount exceeds our limits for automatic transfers');
    await later(30 * HOUR);
    expect(subjects()).toHaveLength(1);
    const sends = mails.host.database.selectFrom('outbox');
    const held = await sends.select('id').where('state', '=', 'HELD').executeTakeFirstOrThrow();
    await operate('release', held.id);
    await later(HOUR);
    mails.host.chain('bitcoin').mine(3);
    await later(HOUR);
    expect(subjects().slice(1)).toEqual([expect.stringMatching(/^0\.199\d* BTC refunded, order X$/)]);
  });

  it('is reported when it is delayed for an hour, and when it then fails', async () => {
    await beginPaidOut();
    await pay('0.2');
    forgetMails();
    mails.host.chain('bitcoin').mode = 'refuse';
    await later(25 * HOUR);
    expect(subjects()).toEqual([]);
    await later(HOUR);
    await later(HOUR);
    expect(subjects()).toEqual(['The refund of an extra payment for order X is delayed']);
    expect(textOf(0)).toContain('We try again automatically');
    mails.host.chain('bitcoin').mode = 'up';
    mails.host.chain('bitcoin').failsSends = true;
    await later(HOUR);
    mails.host.chain('bitcoin').mine(3);
    await later(HOUR);
    await later(2 * HOUR);
    expect(subjects().slice(1)).toEqual(['The refund of an extra payment for order X is delayed']);
    expect(textOf(1)).toContain('Our staff check it before it is sent again');
  });
});

describe('a claimed payment', () => {
  /** A claim that an operator has to decide, because two orders have the same amount. Returns the claimed transaction. */
  const claim = async (): Promise<string> => {
    const wanted = { from: 'xrp', amount: '100', refund: ADDRESSES.ripple };
    await mails.makeOrder(wanted);
    await begin(wanted);
    const { order, destination, token } = mails.made;
    const txHash = mails.host.chain('ripple').pay({ address: order.depositAddress, memo: null }, 'xrp', '100');
    mails.host.chain('ripple').mine(4);
    await settle();
    const { attention } = await mails.host.orders.claimDeposit(
      { orderId: order.orderId, destinationAddress: destination, txHash },
      { orderToken: token, clientAddress: null },
    );
    expect(attention?.reason).toBe('CLAIM_HELD');
    return txHash;
  };

  it('is reported once when an operator rejects it', async () => {
    const txHash = await claim();
    await later();
    expect(subjects()).toEqual([]);
    await operate('reject', txHash, mails.made.order.orderId);
    await later();
    await later(HOUR);
    expect(subjects()).toEqual(['We could not match a payment to order X']);
    expect(textOf(0)).toMatch(/transaction \S{6}•••\S{4} /);
  });

  it('is reported as the deposit when an operator accepts it', async () => {
    await operate('attribute', await claim(), mails.made.order.orderId);
    await later();
    expect(subjects()).toEqual(['100 XRP seen for order X']);
  });
});
