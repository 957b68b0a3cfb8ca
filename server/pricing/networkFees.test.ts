import { pino } from 'pino';
import { describe, expect, it, vi } from 'vitest';
import { toDecimal } from '../../contract/money.ts';
import type { ChainGateway } from '../ports/chain/chainGateway.ts';
import { createNetworkFees } from './networkFees.ts';
import { createTestDesk } from './testing/testDesk.ts';

const REFRESH_MS = 15;
const PRICES = { BTC: '100000', USDT: '1', TRX: '0.25', USD: '1' };

function create(
  answer: ChainGateway['estimateFee'],
  inputFee?: ChainGateway['inputFee'],
  collection?: ChainGateway['collection'],
  openCoins: () => Promise<string[]> = async () => [],
) {
  const { book, catalogue, clock, feed } = createTestDesk({ prices: PRICES });
  const asked: string[] = [];
  const gateways = new Map([
    [
      'tron',
      {
        depositsAt: inputFee ? ('TREASURY' as const) : ('ADDRESS' as const),
        ...(inputFee && { inputFee }),
        ...(collection && { collection }),
        estimateFee: (slug: string) => {
          asked.push(slug);
          return answer(slug);
        },
      },
    ],
  ]);
  const fees = createNetworkFees({ catalogue, gateways, book, log: pino({ level: 'silent' }), openCoins, refreshMs: REFRESH_MS });
  const instrument = (slug: string) => {
    const found = catalogue.instruments.get(slug);
    if (!found) throw new Error(slug);
    return found;
  };
  const feeOf = (slug: string) => toDecimal(fees.inInstrument(instrument(slug), clock.now));
  return { fees, feeOf, asked, feed, clock, instrument };
}

describe('network fees', () => {
  it('are the network’s estimate in the instrument itself, rounded up', async () => {
    const { fees, feeOf } = create(async () => ({ instrumentSlug: 'trx', amount: '13.12345678' }));
    await fees.refresh();
    expect(feeOf('trx')).toBe('13.123457');
    // 13.12345678 × 0.25 USD, in coins of 1 USD with six decimals
    expect(feeOf('usdttrc20')).toBe('3.280865');
  });

  it('charge a token for its share of a batch only while the contract is on the network (D53)', async () => {
    let isReady = true;
    const collection = {
      isReady: () => Promise.resolve(isReady),
      estimate: () => Promise.resolve(null),
      send: () => Promise.resolve(new Map<string, string>()),
      deployment: { to: '', data: '', address: '' },
    };
    const { fees, instrument, clock } = create(async () => ({ instrumentSlug: 'trx', amount: '10' }), undefined, collection);
    const charged = async (slug: string) => {
      await fees.refresh();
      return toDecimal(fees.collectionInUsd(instrument(slug), clock.now));
    };
    // 10 × 1.1 × 0.25 USD × 1.1
    expect(await charged('usdttrc20')).toBe('3.025');
    expect(fees.ofRefund(instrument('usdttrc20'), 'TREASURY', clock.now).collectionFee).toBe('3.025');
    expect(await charged('trx')).toBe('2.75');
    isReady = false;
    // A top-up and a sweep
    expect(await charged('usdttrc20')).toBe('5.5');
    expect(fees.ofRefund(instrument('usdttrc20'), 'TREASURY', clock.now).collectionFee).toBe('5.5');
  });

  it('charge one more input for a deposit on a pooled network, and nothing where inputs are free (D53)', async () => {
    let input = '4';
    const { fees, instrument, clock } = create(
      async () => ({ instrumentSlug: 'trx', amount: '10' }),
      async () => await Promise.resolve(input),
    );
    await fees.refresh();
    const collection = (of: Pick<typeof fees, 'collectionInUsd'> = fees) =>
      toDecimal(of.collectionInUsd(instrument('trx'), clock.now));
    // 4 × 0.25 USD × 1.1
    expect(collection()).toBe('1.1');
    // A fixed rate is charged 1.5 times that while there is no history (D67).
    expect(collection(fees.forFixedRate)).toBe('1.65');
    expect(fees.ofRefund(instrument('trx'), 'DEPOSIT_ADDRESS', clock.now)).toEqual({ networkFee: '10', collectionFee: '0' });
    input = '0';
    await fees.refresh();
    expect(collection()).toBe('0');
  });

  it('are typical until the first answer, and the last known while the network is down', async () => {
    let isDown = true;
    const { fees, feeOf, instrument, clock } = create(async () => {
      if (isDown) throw new Error('down');
      return { instrumentSlug: 'trx', amount: '10' };
    });
    const typical = toDecimal(fees.inUsd(instrument('usdttrc20'), clock.now));
    await fees.refresh();
    expect(feeOf('usdttrc20')).toBe(typical);
    isDown = false;
    await fees.refresh();
    expect(feeOf('usdttrc20')).toBe('2.5');
    isDown = true;
    await fees.refresh();
    expect(feeOf('usdttrc20')).toBe('2.5');
  });

  it('depend on the price of the fee coin', async () => {
    const { fees, feeOf, feed } = create(async () => ({ instrumentSlug: 'trx', amount: '10' }));
    await fees.refresh();
    expect(feeOf('usdttrc20')).toBe('2.5');
    await feed.controls.setPrice('TRX', '0.26');
    expect(feeOf('usdttrc20')).toBe('2.6');
  });

  it('are refreshed for quoted instruments, and in turn for the others', async () => {
    const { fees, feeOf, asked } = create(async () => ({ instrumentSlug: 'trx', amount: '10' }));
    vi.useFakeTimers();
    const stop = fees.start();
    await vi.advanceTimersByTimeAsync(1);
    const all = asked.splice(0).toSorted();
    expect(all).toContain('usdttrc20');
    feeOf('usdttrc20');
    await vi.advanceTimersByTimeAsync(REFRESH_MS);
    expect(asked.splice(0)).toContain('usdttrc20');
    await vi.advanceTimersByTimeAsync(REFRESH_MS * 100);
    expect([...new Set(asked)].toSorted()).toEqual(all);
    stop();
    vi.useRealTimers();
  });

  it('are refreshed for the coins of open orders and the gas that collects them, although nobody quotes them', async () => {
    const { fees, asked } = create(
      async () => ({ instrumentSlug: 'trx', amount: '10' }),
      undefined,
      undefined,
      async () => ['usdttrc20'],
    );
    vi.useFakeTimers();
    const stop = fees.start();
    await vi.advanceTimersByTimeAsync(1);
    for (let round = 0; round < 3; round += 1) {
      asked.length = 0;
      await vi.advanceTimersByTimeAsync(REFRESH_MS);
      expect(asked).toEqual(expect.arrayContaining(['usdttrc20', 'trx']));
    }
    stop();
    vi.useRealTimers();
  });

  it('use the last trusted price for a refund, and fail without one', async () => {
    const { fees, instrument, clock } = create(async () => ({ instrumentSlug: 'trx', amount: '10' }));
    const forRefund = (slug: string) => toDecimal(fees.forRefund(instrument(slug), clock.now));
    await fees.refresh();
    const fresh = forRefund('usdttrc20');
    clock.now += 3_600_000;
    expect(() => fees.inInstrument(instrument('usdttrc20'), clock.now)).toThrow();
    expect([forRefund('usdttrc20'), forRefund('trx')]).toEqual([fresh, '10']);
    const { fees: unasked } = create(async () => ({ instrumentSlug: 'trx', amount: '10' }));
    expect(() => unasked.forRefund(instrument('usdttrc20'), clock.now)).toThrow();
  });

  it.each([
    ['jumped a hundredfold', 'TRX', '25'],
    ['fell to a hundredth, of the coin itself', 'USDT', '0.01'],
  ])('for a refund are never charged at a price that %s', async (_what, coin, price) => {
    const { fees, instrument, clock, feed } = create(async () => ({ instrumentSlug: 'trx', amount: '14' }));
    const usdt = instrument('usdttrc20');
    await fees.refresh();
    const usual = toDecimal(fees.forRefund(usdt, clock.now));
    await feed.controls.setPrice(coin, price);
    expect(() => fees.inInstrument(usdt, clock.now)).toThrow();
    expect(toDecimal(fees.forRefund(usdt, clock.now))).toBe(usual);
    expect(fees.isCongested('usdttrc20')).toBe(false);
  });

  it('above the limit of this host are congestion', async () => {
    const expensive = { instrumentSlug: 'trx', amount: '1', delay: 'FEE_ABOVE_LIMIT' } as const;
    const { fees } = create(async () => expensive);
    await fees.refresh();
    expect([fees.isCongested('usdttrc20'), fees.isCongested('btc')]).toEqual([true, false]);
    expect([fees.isAboveLimit('usdttrc20'), fees.isAboveLimit('btc')]).toEqual([true, false]);
  });

  it('far above the typical fee are congestion and refreshed until it ends', async () => {
    let amount = '10';
    const { fees, asked } = create(async () => ({ instrumentSlug: 'trx', amount }));
    await fees.refresh();
    expect(fees.isCongested('usdttrc20')).toBe(false);
    // 20 times the 1.50 USD that are typical, at 0.25 USD
    amount = '121';
    await fees.refresh(['usdttrc20']);
    expect([fees.isCongested('usdttrc20'), fees.isCongested('trx'), fees.isCongested('btc')]).toEqual([true, false, false]);
    expect(fees.isAboveLimit('usdttrc20')).toBe(false);
    amount = '119';
    asked.length = 0;
    const stop = fees.start();
    await expect.poll(() => fees.isCongested('usdttrc20')).toBe(false);
    stop();
    expect(asked).toContain('usdttrc20');
  });
});
