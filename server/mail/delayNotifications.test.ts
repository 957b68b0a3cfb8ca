import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { runOperatorCommand } from '../operator/runOperatorCommand.ts';
import { ADDRESSES, makeOrder, type MadeOrder, type OrderOptions } from '../orders/testing/orderHost.ts';
import { makeSubscribedOrder, passAndSend, settleAndSend, startMailHost, subscribe, type MailHost } from './testing/mailHost.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

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
const pay = async (amount: string, blocks = 3) => {
  host.chain('bitcoin').pay({ address: made.order.depositAddress }, 'btc', amount);
  await settle();
  host.chain('bitcoin').mine(blocks);
  await settle();
};
const subjects = () => host.sent.map(({ subject }) => subject.replace(/\S{6}…[\w-]{4}/, 'X'));
const textOf = (place: number) => host.sent.at(place)?.text ?? '';

describe('a payout that does not go through', () => {
  it('is told when it has not for an hour, once, and its arrival', async () => {
    await begin();
    host.chain('tron').mode = 'refuse';
    await pay('0.1');
    host.sent.length = 0;
    await later(30 * MINUTE);
    expect(subjects()).toEqual([]);
    await later(31 * MINUTE);
    expect(subjects()).toEqual(['The payout for order X is delayed']);
    expect(textOf(0)).toContain('We try again automatically');
    for (let hours = 0; hours < 30; hours += 1) await later(HOUR);
    expect(subjects()).toHaveLength(1);
    host.chain('tron').mode = 'up';
    await later(HOUR);
    host.chain('tron').mine(2);
    await later();
    expect(subjects().slice(1)).toEqual([expect.stringMatching(/paid out/)]);
  });

  it('is not told when it went through within the hour, and counts anew from the next time', async () => {
    await begin();
    host.chain('tron').mode = 'refuse';
    await pay('0.1');
    host.sent.length = 0;
    await later(40 * MINUTE);
    host.chain('tron').mode = 'up';
    await later(15 * MINUTE);
    host.chain('tron').failsSends = true;
    host.chain('tron').mine();
    await later();
    await later(30 * MINUTE);
    expect(subjects()).toEqual([]);
    await later(31 * MINUTE);
    expect(subjects()).toEqual(['The payout for order X is delayed']);
  });

  it('is told by one of several processes, and not when it went through before the mail could leave', async () => {
    await begin();
    host.chain('tron').mode = 'refuse';
    await pay('0.1');
    await later();
    host.sent.length = 0;
    const workers = [host.worker, host.otherWorker(), host.otherWorker()];
    host.failure.error = new Error('connection refused');
    host.advanceClock(HOUR);
    await host.tick();
    await Promise.all(workers.map((worker) => worker.tick()));
    host.failure.error = null;
    host.advanceClock(HOUR);
    await host.tick();
    for (let round = 0; round < 3; round += 1) await Promise.all(workers.map((worker) => worker.tick()));
    expect(subjects()).toEqual(['The payout for order X is delayed']);
    made = await makeOrder(host);
    await subscribe(host, made);
    await pay('0.1');
    await later();
    host.sent.length = 0;
    host.advanceClock(HOUR);
    host.chain('tron').mode = 'up';
    await host.tick(2);
    await Promise.all(workers.map((worker) => worker.tick()));
    expect(subjects()).toEqual([]);
  });

  it('is told where its network is connected no more, so that nobody tries', async () => {
    await begin();
    const gateways = new Map(host.context.gateways);
    gateways.delete('tron');
    Object.assign(host.context, { gateways });
    await pay('0.1');
    host.sent.length = 0;
    await later(61 * MINUTE);
    await later(61 * MINUTE);
    expect(subjects()).toEqual(['The payout for order X is delayed']);
    expect(textOf(0)).toContain('We try again automatically');
  });

  it('is told again when it fails, or its deposit is gone, after it was said to go on by itself', async () => {
    await begin();
    host.chain('tron').mode = 'refuse';
    await pay('0.1');
    host.sent.length = 0;
    await later(HOUR);
    await later();
    expect(subjects()).toEqual(['The payout for order X is delayed']);
    expect(textOf(0)).toContain('We try again automatically');
    host.chain('tron').mode = 'up';
    host.chain('tron').failsSends = true;
    await later(HOUR);
    host.chain('tron').mine();
    await later(HOUR);
    await later(2 * HOUR);
    expect(subjects().slice(1)).toEqual(['The payout for order X is delayed']);
    expect(textOf(1)).toContain('Our staff check it before it is sent again');
    for (let hours = 0; hours < 5; hours += 1) await later(HOUR);
    expect(subjects()).toHaveLength(2);
  });

  it('is told where its network is not connected any more', async () => {
    await begin();
    host.chain('tron').mode = 'down';
    await pay('0.1');
    host.sent.length = 0;
    Object.assign(host.context, { gateways: new Map([...host.context.gateways].filter(([network]) => network !== 'tron')) });
    await later();
    await later(HOUR);
    expect(subjects()).toEqual(['The payout for order X is delayed']);
  });

  it('says where nobody knows what it is worth that this is why', async () => {
    await begin({}, 'ru');
    Object.assign(host.context, { usdPrice: () => null });
    await pay('0.1');
    expect(subjects().at(-1)).toBe('Заявка X: выплата проверяется');
    expect(textOf(-1)).toContain('нет курса, чтобы сравнить сумму с лимитом');
  });

  it('after a failure is told as what a person looks at, in Russian to who reads Russian', async () => {
    await begin({}, 'ru');
    host.chain('tron').failsSends = true;
    await pay('0.1');
    host.chain('tron').mine(2);
    await settle();
    host.sent.length = 0;
    await later();
    await later(HOUR);
    expect(subjects()).toEqual(['Заявка X: выплата задерживается']);
    expect(textOf(0)).toContain('его проверит сотрудник');
  });
});

it('a refund that what is left does not pay for is told when it has waited for an hour, once', async () => {
  await begin();
  await pay('0.1', 1);
  await host.database.updateTable('orders').set({ status: 'REFUND_REQUESTED' }).execute();
  const { id } = await host.database.selectFrom('orders').select('id').executeTakeFirstOrThrow();
  await host.database.insertInto('order_refunds').values({ order_id: id, amount: '0', network_fee: '1' }).execute();
  host.sent.length = 0;
  await later();
  expect(subjects()).toEqual([]);
  for (let hours = 0; hours < 5; hours += 1) await later(HOUR);
  expect(subjects()).toEqual(['The refund for order X can’t be sent yet']);
});

describe('the refund of what came besides', () => {
  /** Paid out, and another payment after it that is on its way back. */
  const giveBack = async () => {
    await pay('0.1');
    host.chain('tron').mine(2);
    await settle(3);
    host.advanceClock(2 * HOUR);
    await pay('0.2');
    host.sent.length = 0;
    await later(25 * HOUR);
  };

  it('is told while a person looks at it, and when it has arrived', async () => {
    await host.close();
    host = await startMailHost({ perOrderUsd: '7000' });
    await begin();
    await giveBack();
    await later();
    expect(subjects()).toEqual(['The refund of an extra payment for order X is being checked']);
    expect(textOf(0)).toContain('The amount exceeds our limits for automatic transfers');
    await later(30 * HOUR);
    expect(subjects()).toHaveLength(1);
    const { database } = host;
    const held = await database.selectFrom('outbox').select('id').where('state', '=', 'HELD').executeTakeFirstOrThrow();
    await runOperatorCommand({ ...host.context, operatorFile: '' }, ['release', held.id]);
    await later(HOUR);
    host.chain('bitcoin').mine(3);
    await later(HOUR);
    expect(subjects().slice(1)).toEqual([expect.stringMatching(/^0\.199\d* BTC refunded, order X$/)]);
  });

  it('is told when it has not gone through for an hour, and when it then fails', async () => {
    await begin();
    await pay('0.1');
    host.chain('tron').mine(2);
    await settle(3);
    await pay('0.2');
    host.sent.length = 0;
    host.chain('bitcoin').mode = 'refuse';
    await later(25 * HOUR);
    expect(subjects()).toEqual([]);
    await later(HOUR);
    await later(HOUR);
    expect(subjects()).toEqual(['The refund of an extra payment for order X is delayed']);
    expect(textOf(0)).toContain('We try again automatically');
    host.chain('bitcoin').mode = 'up';
    host.chain('bitcoin').failsSends = true;
    await later(HOUR);
    host.chain('bitcoin').mine(3);
    await later(HOUR);
    await later(2 * HOUR);
    expect(subjects().slice(1)).toEqual(['The refund of an extra payment for order X is delayed']);
    expect(textOf(1)).toContain('Our staff check it before it is sent again');
  });
});

describe('a claimed payment', () => {
  const claimed = async () => {
    // Another order of the same amount: a person has to compare.
    await makeOrder(host, { from: 'xrp', amount: '100', refund: ADDRESSES.ripple });
    await begin({ from: 'xrp', amount: '100', refund: ADDRESSES.ripple });
    const { orderId, depositAddress } = made.order;
    const txHash = host.chain('ripple').pay({ address: depositAddress, memo: null }, 'xrp', '100');
    host.chain('ripple').mine(4);
    await settle();
    const claim = { orderId, destinationAddress: made.destination, txHash };
    const order = await host.orders.claimDeposit(claim, { orderToken: made.token, clientAddress: null });
    expect(order.attention?.reason).toBe('CLAIM_HELD');
    return (command: string) => runOperatorCommand({ ...host.context, operatorFile: '' }, [command, txHash, orderId]);
  };

  it('that a person did not find to be the order’s is told, once', async () => {
    const say = await claimed();
    await later();
    expect(subjects()).toEqual([]);
    await say('reject');
    await later();
    await later(HOUR);
    expect(subjects()).toEqual(['We could not match a payment to order X']);
    expect(textOf(0)).toMatch(/transaction \S{6}•••\S{4} /);
  });

  it('that is the order’s is told as its deposit', async () => {
    const say = await claimed();
    await say('attribute');
    await later();
    expect(subjects()).toEqual(['100 XRP seen for order X']);
  });
});
