import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { runOperatorCommand } from '../../operator/runOperatorCommand.ts';
import {
  ADDRESSES,
  eventKinds,
  readOrder,
  makeOrder,
  startOrderHost,
  type MadeOrder,
  type OrderHost,
} from '../testing/orderHost.ts';

const HOUR = 3_600_000;

/** Networks on which a transfer costs far more than usual, and who pays for that. */
let host: OrderHost;
beforeEach(async () => {
  host = await startOrderHost();
});
afterEach(async () => {
  await host.close();
});

async function run(rounds = 4): Promise<void> {
  for (let round = 0; round < rounds; round += 1) {
    for (const network of ['bitcoin', 'tron']) host.chain(network).mine(7);
    await host.tick();
  }
}

function setFee(slug: string, fee: string, isCongested: boolean): void {
  host.desk.fees.set(slug, fee);
  if (isCongested) host.desk.congested.add(slug);
  else host.desk.congested.delete(slug);
}

const pay = (made: MadeOrder, amount = '0.1') => host.chain('bitcoin').pay({ address: made.order.depositAddress }, 'btc', amount);
const lastEvent = async (made: MadeOrder) => eventKinds(await readOrder(host, made)).at(-1);
const paidOut = () => host.chain('tron').receivedBy(ADDRESSES.tron);
const refunded = () => host.chain('bitcoin').receivedBy(ADDRESSES.bitcoin);

describe('a payout on a network that has become dear', () => {
  /** Paid at a fee of 1.50 when it costs so much, and so long ago. */
  async function waiting(fee: string, hours: number, isCongested = true): Promise<MadeOrder> {
    const made = await makeOrder(host);
    setFee('usdttrc20', fee, isCongested);
    pay(made);
    await run();
    host.advanceClock(hours * HOUR);
    await run(1);
    return made;
  }

  test('waits for it to calm down, and goes on by itself', async () => {
    const made = await waiting('60', 5);
    expect(paidOut()).toEqual([]);
    expect((await readOrder(host, made)).attention).toBeNull();
    setFee('usdttrc20', '2', false);
    host.advanceClock(15_000);
    await run();
    expect(await lastEvent(made)).toBe('WITHDRAWAL_COMPLETED');
    expect(paidOut()).toMatchObject([{ amount: '5968' }]);
  });

  test('asks its customer after six hours, who takes it back or waits', async () => {
    const made = await waiting('60', 6);
    expect((await readOrder(host, made)).attention).toMatchObject({ reason: 'NETWORK_CONGESTED', actions: ['ACCEPT', 'REFUND'] });
    host.advanceClock(25 * HOUR);
    await run();
    expect(await lastEvent(made)).toBe('REFUND_COMPLETED');
    expect(refunded()).toMatchObject([{ amount: '0.09997' }]);
  });

  test('asks after six hours though somebody else sends a crumb now and then', async () => {
    const made = await waiting('60', 3);
    pay(made, '0.0001');
    await run();
    host.advanceClock(3 * HOUR);
    await run(1);
    expect((await readOrder(host, made)).attention?.reason).toBe('NETWORK_CONGESTED');
  });

  test('waits from the last payment on that is more than a crumb', async () => {
    const made = await waiting('60', 3);
    pay(made, '0.01');
    await run();
    host.advanceClock(3 * HOUR);
    await run(1);
    expect((await readOrder(host, made)).attention).toBeNull();
  });

  test('is made for the fee that its customer accepted', async () => {
    const made = await waiting('60', 6);
    const { orderId } = made.order;
    const quoteId = (await host.orders.refundInfo(orderId)).offer?.quoteId ?? expect.fail('no offer');
    const wish = { orderId, destinationAddress: made.destination, quoteId };
    await host.orders.acceptRateModeChange(wish, { orderToken: made.token, clientAddress: null });
    setFee('usdttrc20', '100', true);
    await run();
    expect(await lastEvent(made)).toBe('WITHDRAWAL_COMPLETED');
  });

  test('asks nobody again at once who has accepted, neither for a price nor for the next fee', async () => {
    const made = await waiting('60', 6);
    const { orderId } = made.order;
    const quoteId = (await host.orders.refundInfo(orderId)).offer?.quoteId ?? expect.fail('no offer');
    const wish = { orderId, destinationAddress: made.destination, quoteId };
    await host.orders.acceptRateModeChange(wish, { orderToken: made.token, clientAddress: null });
    setFee('usdttrc20', '150', true);
    await run();
    host.desk.isStale = true;
    setFee('usdttrc20', '100', true);
    host.advanceClock(5 * HOUR);
    await run();
    expect((await readOrder(host, made)).attention).toBeNull();
    host.advanceClock(HOUR);
    await run();
    expect((await readOrder(host, made)).attention?.reason).toBe('NO_PRICE');
  });

  test.each([
    ['a fee of up to twice the one shown', '3', true],
    ['a higher one that is not far from usual', '20', false],
  ])('is made for %s', async (_what, fee, isCongested) => {
    const made = await waiting(fee, 0, isCongested);
    expect(await lastEvent(made)).toBe('WITHDRAWAL_COMPLETED');
  });

  test('is made at once where the fee is part of a fixed rate', async () => {
    const made = await makeOrder(host, { rateMode: 'FIXED' });
    setFee('usdttrc20', '60', true);
    pay(made);
    await run();
    expect(paidOut()).toMatchObject([{ amount: made.order.amountToGet }]);
  });

  test('costs the database next to nothing while it waits', async () => {
    await waiting('60', 1);
    const order = await host.database.selectFrom('orders').selectAll().executeTakeFirstOrThrow();
    expect(order.next_check_at).toBeGreaterThan(host.context.now());
  });
});

describe('a refund by itself on a network that has become dear', () => {
  const DEAR = '0.04';

  async function asked(): Promise<MadeOrder> {
    const made = await makeOrder(host);
    host.desk.maximum = '0.15';
    pay(made, '0.2');
    await run();
    expect((await readOrder(host, made)).attention?.reason).toBe('ABOVE_MAXIMUM');
    setFee('btc', DEAR, true);
    return made;
  }
  const deadlineOf = async (made: MadeOrder) => Date.parse((await readOrder(host, made)).attention?.deadline ?? '');

  test('waits six hours at a time, with a deadline that is true, and goes when it is over', async () => {
    const made = await asked();
    host.advanceClock(24 * HOUR);
    await run();
    expect(refunded()).toEqual([]);
    const deadline = await deadlineOf(made);
    expect((deadline - host.context.now()) / HOUR).toBeCloseTo(6, 1);
    setFee('btc', '0.00003', false);
    host.advanceClock(5 * HOUR);
    await run();
    expect(refunded()).toEqual([]);
    host.advanceClock(HOUR);
    await run();
    expect(refunded()).toMatchObject([{ amount: '0.19997' }]);
  });

  test('goes all the same three days after the money was seen', async () => {
    const made = await asked();
    const seenAt = host.context.now();
    for (let hours = 0; hours < 71; hours += 1) {
      host.advanceClock(HOUR);
      await run(1);
    }
    expect(refunded()).toEqual([]);
    expect(((await deadlineOf(made)) - seenAt) / HOUR).toBeCloseTo(72, 1);
    host.advanceClock(HOUR);
    await run();
    expect(refunded()).toMatchObject([{ amount: '0.16' }]);
  });

  test('is the customer’s to choose meanwhile', async () => {
    const made = await asked();
    host.advanceClock(25 * HOUR);
    await run(1);
    const wish = {
      orderId: made.order.orderId,
      destinationAddress: made.destination,
      refundAmount: '0.16',
      claimedNetworkFee: DEAR,
    };
    await host.orders.requestRefund(wish, { orderToken: made.token, clientAddress: '203.0.113.7' });
    await run();
    expect(refunded()).toMatchObject([{ amount: '0.16' }]);
  });

  test('waits for an operator’s word too', async () => {
    const made = await asked();
    await runOperatorCommand({ ...host.context, operatorFile: '' }, ['refund', made.order.orderId, ADDRESSES.bitcoin]);
    await run();
    expect(refunded()).toEqual([]);
    setFee('btc', '0.00003', false);
    host.advanceClock(6 * HOUR);
    await run();
    expect(refunded()).toMatchObject([{ amount: '0.19997' }]);
  });

  test('of what came besides waits, and is bounded, alike', async () => {
    const made = await makeOrder(host);
    pay(made);
    await run();
    expect(await lastEvent(made)).toBe('WITHDRAWAL_COMPLETED');
    pay(made);
    await run(2);
    setFee('btc', DEAR, true);
    host.advanceClock(25 * HOUR);
    await run();
    expect(refunded()).toEqual([]);
    expect((await deadlineOf(made)) - host.context.now()).toBeGreaterThan(5 * HOUR);
    for (let hours = 0; hours < 48; hours += 1) {
      host.advanceClock(HOUR);
      await run(1);
    }
    await run();
    expect(refunded()).toMatchObject([{ amount: '0.06' }]);
  });
});
