import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { listOutboxRows } from '../../db/repositories/outbox.ts';
import { mineAndTick, runOperator } from '../testing/hostActions.ts';
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

let host: OrderHost;
beforeEach(async () => {
  host = await startOrderHost();
});
afterEach(async () => {
  await host.close();
});

const run = (rounds = 4): Promise<void> => mineAndTick(host, ['bitcoin', 'tron'], rounds, 7);

function setFee(slug: string, fee: string, isCongested: boolean): void {
  host.desk.fees.set(slug, fee);
  if (isCongested) host.desk.congested.add(slug);
  else host.desk.congested.delete(slug);
}

const pay = (made: MadeOrder, amount = '0.1') => host.chain('bitcoin').pay({ address: made.order.depositAddress }, 'btc', amount);
const lastEvent = async (made: MadeOrder) => eventKinds(await readOrder(host, made)).at(-1);
const paidOut = () => host.chain('tron').receivedBy(ADDRESSES.tron);
const refunded = () => host.chain('bitcoin').receivedBy(ADDRESSES.bitcoin);

describe('a payout on a congested network', () => {
  /** Returns an order created at a fee of 1.50 and paid `hours` ago at `fee`. */
  async function waiting(fee: string, hours: number, isCongested = true): Promise<MadeOrder> {
    const made = await makeOrder(host);
    setFee('usdttrc20', fee, isCongested);
    pay(made);
    await run();
    host.advanceClock(hours * HOUR);
    await run(1);
    return made;
  }

  test('waits for lower fees, then continues automatically', async () => {
    const made = await waiting('60', 5);
    expect(paidOut()).toEqual([]);
    expect((await readOrder(host, made)).attention).toBeNull();
    setFee('usdttrc20', '2', false);
    host.advanceClock(15_000);
    await run();
    expect(await lastEvent(made)).toBe('WITHDRAWAL_COMPLETED');
    expect(paidOut()).toMatchObject([{ amount: '5968' }]);
  });

  test('asks the customer after six hours and refunds after the deadline', async () => {
    const made = await waiting('60', 6);
    expect((await readOrder(host, made)).attention).toMatchObject({ reason: 'NETWORK_CONGESTED', actions: ['ACCEPT', 'REFUND'] });
    host.advanceClock(25 * HOUR);
    await run();
    expect(await lastEvent(made)).toBe('REFUND_COMPLETED');
    expect(refunded()).toMatchObject([{ amount: '0.09997' }]);
  });

  test('asks after six hours despite incoming dust', async () => {
    const made = await waiting('60', 3);
    pay(made, '0.0001');
    await run();
    host.advanceClock(3 * HOUR);
    await run(1);
    expect((await readOrder(host, made)).attention?.reason).toBe('NETWORK_CONGESTED');
  });

  test('counts the six hours from the last deposit above dust', async () => {
    const made = await waiting('60', 3);
    pay(made, '0.01');
    await run();
    host.advanceClock(3 * HOUR);
    await run(1);
    expect((await readOrder(host, made)).attention).toBeNull();
  });

  test('is sent at the fee that the customer accepted', async () => {
    const made = await waiting('60', 6);
    const { orderId } = made.order;
    const quoteId = (await host.orders.refundInfo(orderId)).offer?.quoteId ?? expect.fail('no offer');
    const wish = { orderId, destinationAddress: made.destination, quoteId };
    await host.orders.acceptRateModeChange(wish, { orderToken: made.token, clientAddress: null });
    setFee('usdttrc20', '100', true);
    await run();
    expect(await lastEvent(made)).toBe('WITHDRAWAL_COMPLETED');
  });

  test('does not ask again for six hours after the customer accepted', async () => {
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
  ])('is sent at %s', async (_what, fee, isCongested) => {
    const made = await waiting(fee, 0, isCongested);
    expect(await lastEvent(made)).toBe('WITHDRAWAL_COMPLETED');
  });

  test('is sent at once at a fixed rate, which includes the fee', async () => {
    const made = await makeOrder(host, { rateMode: 'FIXED' });
    setFee('usdttrc20', '60', true);
    pay(made);
    await run();
    expect(paidOut()).toMatchObject([{ amount: made.order.amountToGet }]);
  });

  describe('at a fixed rate', () => {
    /** Pays an order of 0.01 BTC (600 USDT) that was charged 1.5 for its payout and 1.2 for collection, at these fees. */
    async function paidAt(payoutFee: string, collectionFee: string, charged = '0.00002'): Promise<MadeOrder> {
      host.desk.collectionFees.set('btc', charged);
      const made = await makeOrder(host, { rateMode: 'FIXED', amount: '0.01' });
      setFee('usdttrc20', payoutFee, false);
      host.desk.collectionFees.set('btc', collectionFee);
      pay(made, '0.01');
      await run();
      return made;
    }

    test.each([
      ['payout', '7.4', '0.00002'],
      ['collection', '1.5', '0.000118'],
    ])('is sent while the risen fees of %s cost up to 1 % of the order more (D67)', async (_which, payoutFee, collectionFee) => {
      const made = await paidAt(payoutFee, collectionFee);
      expect(paidOut()).toMatchObject([{ amount: made.order.amountToGet }]);
    });

    test.each([
      ['payout', '7.6', '0.00002'],
      ['collection', '1.5', '0.000122'],
    ])('asks the customer before a payout exists when the fees of %s cost more', async (_which, payoutFee, collectionFee) => {
      const made = await paidAt(payoutFee, collectionFee);
      expect((await readOrder(host, made)).attention).toMatchObject({
        reason: 'NETWORK_CONGESTED',
        actions: ['ACCEPT', 'REFUND'],
      });
      expect(await listOutboxRows(host.database, made.order.orderId)).toEqual([]);
      const { offer, originalAmountToGet } = await host.orders.refundInfo(made.order.orderId);
      expect(originalAmountToGet).toBe(made.order.amountToGet);
      const wish = { orderId: made.order.orderId, destinationAddress: made.destination, quoteId: offer?.quoteId ?? '' };
      await host.orders.acceptRateModeChange(wish, { orderToken: made.token, clientAddress: null });
      await run();
      expect(await lastEvent(made)).toBe('WITHDRAWAL_COMPLETED');
      expect(paidOut()).toMatchObject([{ amount: offer?.amountToGet }]);
    });

    test('is sent when collecting costs as much less as the payout costs more', async () => {
      const made = await paidAt('8', '0.00002', '0.00004');
      expect(paidOut()).toMatchObject([{ amount: made.order.amountToGet }]);
    });

    test('refunds the whole deposit less the fees of the refund after the customer was asked', async () => {
      await paidAt('60', '0.00002');
      host.advanceClock(25 * HOUR);
      await run();
      expect(refunded()).toMatchObject([{ amount: '0.00997' }]);
    });

    test('is sent without a trusted price: the fees are compared at the last ones', async () => {
      const made = await makeOrder(host, { rateMode: 'FIXED' });
      pay(made);
      await mineAndTick(host, ['bitcoin'], 1, 1);
      host.desk.isStale = true;
      await run();
      expect(paidOut()).toMatchObject([{ amount: made.order.amountToGet }]);
    });
  });

  test('is not re-read in every round while it waits', async () => {
    await waiting('60', 1);
    const order = await host.database.selectFrom('orders').selectAll().executeTakeFirstOrThrow();
    expect(order.next_check_at).toBeGreaterThan(host.context.now());
  });
});

describe('a payout whose fee rises before it is signed (D67)', () => {
  /** An order of 0.01 BTC (600 USDT) is priced at a payout fee of 1.5. When TRON answers again, the fee is `fee`. */
  async function sentAt(fee: string): Promise<MadeOrder> {
    const made = await makeOrder(host, { amount: '0.01' });
    host.chain('tron').mode = 'down';
    pay(made, '0.01');
    await mineAndTick(host, ['bitcoin'], 4, 7);
    setFee('usdttrc20', fee, false);
    host.chain('tron').mode = 'up';
    host.advanceClock(HOUR);
    await run();
    return made;
  }

  test('leaves while the fee is up to 1 % of the order above the one that was charged', async () => {
    await sentAt('7.4');
    expect(paidOut()).toMatchObject([{ amount: '595.5' }]);
  });

  test('waits above that, is shown as late, and leaves once the fee has fallen', async () => {
    const made = await sentAt('7.6');
    expect(paidOut()).toEqual([]);
    expect(await readOrder(host, made)).toMatchObject({ status: 'PAYING_OUT', attention: { reason: 'PAYOUT_DELAYED' } });
    setFee('usdttrc20', '1.5', false);
    host.advanceClock(HOUR);
    await run();
    expect(await lastEvent(made)).toBe('WITHDRAWAL_COMPLETED');
  });
});

describe('an automatic refund on a congested network', () => {
  const HIGH_FEE = '0.04';

  async function orderAwaitingDecision(): Promise<MadeOrder> {
    const made = await makeOrder(host);
    host.desk.maximum = '0.15';
    pay(made, '0.2');
    await run();
    expect((await readOrder(host, made)).attention?.reason).toBe('ABOVE_MAXIMUM');
    setFee('btc', HIGH_FEE, true);
    return made;
  }
  const deadlineOf = async (made: MadeOrder) => Date.parse((await readOrder(host, made)).attention?.deadline ?? '');

  test('is postponed by six hours, shown as its deadline', async () => {
    const made = await orderAwaitingDecision();
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

  test('is sent three days after detection even at a high fee', async () => {
    const made = await orderAwaitingDecision();
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

  test('can be requested by the customer meanwhile', async () => {
    const made = await orderAwaitingDecision();
    host.advanceClock(25 * HOUR);
    await run(1);
    const wish = {
      orderId: made.order.orderId,
      destinationAddress: made.destination,
      refundAmount: '0.16',
      claimedNetworkFee: HIGH_FEE,
    };
    await host.orders.requestRefund(wish, { orderToken: made.token, clientAddress: '203.0.113.7' });
    await run();
    expect(refunded()).toMatchObject([{ amount: '0.16' }]);
  });

  test('is postponed when an operator requests it, too', async () => {
    const made = await orderAwaitingDecision();
    await runOperator(host, 'refund', made.order.orderId, ADDRESSES.bitcoin);
    await run();
    expect(refunded()).toEqual([]);
    setFee('btc', '0.00003', false);
    host.advanceClock(6 * HOUR);
    await run();
    expect(refunded()).toMatchObject([{ amount: '0.19997' }]);
  });

  test('of an extra deposit is postponed for three days at most', async () => {
    const made = await makeOrder(host);
    pay(made);
    await run();
    expect(await lastEvent(made)).toBe('WITHDRAWAL_COMPLETED');
    // Larger deposits become new orders (D63).
    host.desk.minimum = '100';
    pay(made);
    await run(2);
    setFee('btc', HIGH_FEE, true);
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
