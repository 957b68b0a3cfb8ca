import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { compare, subtract, type Decimal } from '../../../contract/money.ts';
import { TREASURY_INDEX } from '../../ports/chain/treasury.ts';
import { keepTrustedPrices } from '../../pricing/keepTrustedPrices.ts';
import { MAX_RETRY_DELAY_MS, mineAndTick, runOperator } from '../testing/hostActions.ts';
import {
  ADDRESSES,
  eventKinds,
  readOrder,
  makeOrder,
  startOrderHost,
  type MadeOrder,
  type OrderHost,
} from '../testing/orderHost.ts';
import { useRealDesk } from '../testing/realDesk.ts';

const USDT = { from: 'usdttrc20', to: 'btc', amount: '500', destination: ADDRESSES.bitcoin, refund: ADDRESSES.tron } as const;

let host: OrderHost;
afterEach(async () => {
  await host.close();
});

describe('an automatic refund while a price is wrong', () => {
  const DAY = 24 * 3_600_000;
  const raiseCoinPrice = async (market: ReturnType<typeof useRealDesk>) => await market.feed.controls.setPrice('TRX', '30');
  const dropTokenPrice = async (market: ReturnType<typeof useRealDesk>) => await market.second.controls.setPrice('USDT', '0.01');
  beforeEach(async () => {
    host = await startOrderHost();
  });

  /** A transfer costs 14 TRX at 0.3 USD. The refund, the sweep and its gas cost about 13.4 USD. */
  async function open(hasSecond: boolean) {
    // The terms that the customer was shown.
    host.desk.collectionFees.set('usdttrc20', '10');
    const market = useRealDesk(host, { hasSecond, networkFees: { tron: '14' } });
    await market.fees.refresh(['usdttrc20', 'trx']);
    await market.seconds(2);
    return market;
  }
  function expectUsualFee(amounts: readonly string[]): void {
    for (const amount of amounts) {
      expect(compare(amount, '486')).toBe(1);
      expect(compare(amount, '487')).toBe(-1);
    }
  }

  /** Takes an order to shortly before its automatic refund. */
  async function runUntilBeforeRefund(market: ReturnType<typeof useRealDesk>): Promise<void> {
    const made = await makeOrder(host, USDT);
    const { bounds } = market.desk;
    Object.assign(market.desk, { bounds: () => ({ minimum: '1', maximum: '100' }) });
    host.chain('tron').pay({ address: made.order.depositAddress }, 'usdttrc20', '600');
    host.chain('tron').mine(20);
    await market.seconds(2);
    Object.assign(market.desk, { bounds });
    expect((await readOrder(host, made)).attention?.reason).toBe('ABOVE_MAXIMUM');
    host.advanceClock(DAY - 10_000);
    await market.seconds(3);
  }

  test.each([
    ['the price of the fee coin is rejected', false, raiseCoinPrice],
    ['the sources disagree about the fee coin', true, raiseCoinPrice],
    ['the sources disagree about the refunded coin', true, dropTokenPrice],
  ] as const)('charges the usual network fee while %s', async (_what, hasSecond, disturb) => {
    const market = await open(hasSecond);
    await runUntilBeforeRefund(market);
    await disturb(market);
    await market.seconds(20);
    const refunds = host.chain('tron').receivedBy(ADDRESSES.tron);
    expect(refunds).toHaveLength(1);
    expectUsualFee(refunds.map(({ amount }) => subtract(amount, '100')));
  });

  /** Stores the trusted prices like a process that starts and stops. */
  async function keepPrices({ book }: ReturnType<typeof useRealDesk>): Promise<void> {
    const stop = await keepTrustedPrices(host.database, book, host.context.log, host.context.now);
    await stop();
  }

  test('charges the usual fee after a restart with disagreeing sources', async () => {
    const before = await open(true);
    await runUntilBeforeRefund(before);
    await keepPrices(before);

    await host.restart();
    const networkFees = { tron: '14' };
    const market = useRealDesk(host, { hasSecond: true, secondPrices: { TRX: '30', USDT: '0.01' }, networkFees });
    await keepPrices(market);
    await market.fees.refresh(['usdttrc20', 'trx']);
    await market.seconds(20);
    const refunds = host.chain('tron').receivedBy(ADDRESSES.tron);
    expect(refunds).toHaveLength(1);
    expectUsualFee(refunds.map(({ amount }) => subtract(amount, '100')));
  });

  test('charges the usual fee for an extra deposit', async () => {
    const made = await makeOrder(host, USDT);
    host.chain('tron').pay({ address: made.order.depositAddress }, 'usdttrc20', '500');
    const market = await open(false);
    for (let round = 0; round < 12; round += 1) {
      for (const network of ['tron', 'bitcoin']) host.chain(network).mine(5);
      await market.seconds(1);
    }
    expect(eventKinds(await readOrder(host, made)).at(-1)).toBe('WITHDRAWAL_COMPLETED');
    // Earlier it would become a new order (D63).
    host.advanceClock(DAY);
    host.chain('tron').pay({ address: made.order.depositAddress }, 'usdttrc20', '500');
    host.chain('tron').mine(20);
    await market.seconds(2);
    host.advanceClock(DAY - 10_000);
    await market.seconds(3);
    await raiseCoinPrice(market);
    await market.seconds(20);
    const refunds = host.chain('tron').receivedBy(ADDRESSES.tron);
    expect(refunds).toHaveLength(1);
    expectUsualFee(refunds.map(({ amount }) => amount));
  });
});

test('a refund of a cancelled payout costs the collection fee that its price contained', async () => {
  host = await startOrderHost();
  host.desk.collectionFees.set('usdttrc20', '3');
  const made = await makeOrder(host, { ...USDT, amount: '100' });
  host.chain('bitcoin').mode = 'refuse';
  host.chain('tron').pay({ address: made.order.depositAddress }, 'usdttrc20', '100');
  await mineAndTick(host, ['bitcoin', 'tron'], 6, 10);
  // Today it would cost nine times as much. It was collected already.
  host.desk.collectionFees.set('usdttrc20', '27');
  await runOperator(host, 'refund', made.order.orderId, ADDRESSES.tron);
  await mineAndTick(host, ['bitcoin', 'tron'], 6, 10);
  // A transfer costs 1.5 USDT. The collection fee is rounded up.
  expect(host.chain('tron').receivedBy(ADDRESSES.tron)).toMatchObject([{ amount: '95.499999' }]);
});

describe('a refund whose network refuses the agreed fee, because its fee has risen (D67)', () => {
  /** A deposit of 0.2 BTC is refunded for 0.00003 BTC, while a transfer and a sweep cost `fee` each. */
  async function refundAt(fee: Decimal): Promise<MadeOrder> {
    host = await startOrderHost();
    const made = await makeOrder(host);
    host.desk.maximum = '0.15';
    const bitcoin = host.chain('bitcoin');
    bitcoin.pay({ address: made.order.depositAddress }, 'btc', '0.2');
    await mineAndTick(host, ['bitcoin'], 2, 10);
    const { refundAmount = '', networkFee } = await host.orders.refundInfo(made.order.orderId);
    const wish = { orderId: made.order.orderId, destinationAddress: made.destination, refundAmount };
    await host.orders.requestRefund({ ...wish, claimedNetworkFee: networkFee }, { orderToken: made.token, clientAddress: null });
    bitcoin.fee = fee;
    host.desk.fees.set('btc', fee);
    host.desk.collectionFees.set('btc', fee);
    await mineAndTick(host, ['bitcoin'], 4, 10);
    return made;
  }
  const paid = () => host.chain('bitcoin').receivedBy(ADDRESSES.bitcoin);

  test('is paid by the treasury while both cost up to 1 % more', async () => {
    await refundAt('0.001');
    expect(paid()).toMatchObject([{ amount: '0.19997', fromIndex: TREASURY_INDEX }]);
  });

  test('waits above that, and leaves its deposit address once the fee has fallen', async () => {
    const made = await refundAt('0.0011');
    expect(paid()).toEqual([]);
    expect(await runOperator(host, 'list')).toContain('REFUSED FEE_ROSE');
    expect(await readOrder(host, made)).toMatchObject({ status: 'REFUNDING', attention: { reason: 'PAYOUT_DELAYED' } });
    host.chain('bitcoin').fee = '0.00002';
    host.advanceClock(MAX_RETRY_DELAY_MS);
    await mineAndTick(host, ['bitcoin'], 4, 10);
    expect(paid()).toMatchObject([{ amount: '0.19997' }]);
    expect(paid()[0]?.fromIndex).not.toBe(TREASURY_INDEX);
  });
});
