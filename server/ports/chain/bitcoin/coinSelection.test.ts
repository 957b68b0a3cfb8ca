import { describe, expect, it } from 'vitest';
import { dustLimit, mergeCoins, selectCoins, SIZES, transactionSize } from './coinSelection.ts';

const P2WPKH = `0014${'11'.repeat(20)}`;
const sizes = SIZES.WITNESS;
const coin = (units: bigint, output = 0) => ({ txHash: 'ab'.repeat(32), output, keyIndex: 0, units });
const request = {
  outputs: [{ script: P2WPKH, units: 50_000n }],
  changeScript: P2WPKH,
  sizes,
  rate: 10n,
  dustRate: 3n,
  next: null,
};

describe('transactionSize', () => {
  it('is that of the usual payments', () => {
    // 1 input and 2 outputs: 141; 1 input and 51 outputs: about 1,660
    expect(transactionSize(sizes, 1, [P2WPKH, P2WPKH])).toBe(141n);
    expect(
      transactionSize(
        sizes,
        1,
        Array.from({ length: 51 }, () => P2WPKH),
      ),
    ).toBe(1_660n);
  });
});

describe('dustLimit', () => {
  it.each([
    ['P2WPKH', P2WPKH, 2_940n],
    ['P2TR', `5120${'11'.repeat(32)}`, 3_300n],
    ['P2SH', `a914${'11'.repeat(20)}87`, 5_400n],
    ['P2PKH', `76a914${'11'.repeat(20)}88ac`, 5_460n],
  ])('is what Litecoin nodes ask of %s', (_kind, script, limit) => {
    expect(dustLimit(script, 30n)).toBe(limit);
  });
});

describe('selectCoins', () => {
  it('returns the change of one coin that is large enough', () => {
    const { fee, change, coins } = selectCoins({ ...request, coins: [coin(100_000n), coin(9_000n, 1)] }) ?? expect.fail('none');
    expect(coins).toEqual([coin(100_000n)]);
    expect(fee).toBe(1_410n);
    expect(change).toBe(100_000n - 50_000n - 1_410n);
  });

  it('adds coins until they suffice for the fee too', () => {
    const found = selectCoins({ ...request, coins: [coin(50_500n), coin(40_000n, 1)] });
    expect(found?.coins).toHaveLength(2);
    expect(selectCoins({ ...request, coins: [coin(50_500n)] })).toBeUndefined();
  });

  it('refuses coins that leave no change, because the fee could not be raised', () => {
    expect(selectCoins({ ...request, coins: [coin(51_700n)] })).toBeUndefined();
    expect(selectCoins({ ...request, coins: [coin(52_100n)] })?.change).toBe(690n);
  });

  it('adds a coin instead of leaving no change', () => {
    const found = selectCoins({ ...request, coins: [coin(51_700n), coin(20_000n, 1)] });
    expect(found).toEqual({ coins: [coin(51_700n), coin(20_000n, 1)], fee: 2_090n, change: 71_700n - 50_000n - 2_090n });
  });

  it('selects the coin that must be spent, whatever it costs', () => {
    const [large, next] = [coin(100_000n), coin(100n, 1)];
    expect(selectCoins({ ...request, coins: [large, next], next })?.coins).toEqual([next, large]);
  });

  it('never selects a coin that costs more than it holds', () => {
    const dust = coin(sizes.input * request.rate, 1);
    expect(selectCoins({ ...request, coins: [dust, coin(100_000n)] })?.coins).toEqual([coin(100_000n)]);
    expect(selectCoins({ ...request, coins: Array.from({ length: 400 }, () => dust) })).toBeUndefined();
  });
});

describe('mergeCoins', () => {
  const large = coin(100_000n, 1_000);
  const small = (count: number) => Array.from({ length: count }, (_, output) => coin(1_000n + BigInt(count - output), output));
  const select = (coins: ReturnType<typeof small>) => selectCoins({ ...request, coins }) ?? expect.fail('none');

  it('adds the smallest coins and returns their worth as change', () => {
    const coins = [large, ...small(101)];
    const selection = select(coins);
    const { coins: spent, fee, change } = mergeCoins(selection, { ...request, coins }, coins);
    expect(spent).toEqual([large, ...coins.slice(-20).toReversed()]);
    expect(fee).toBe(selection.fee + 20n * sizes.input * request.rate);
    expect(spent.reduce((total, { units }) => total + units, 0n)).toBe(50_000n + fee + change);
  });

  it('leaves a payment as it is while there are few coins', () => {
    const coins = [large, ...small(99)];
    const selection = select(coins);
    expect(mergeCoins(selection, { ...request, coins }, coins)).toBe(selection);
  });

  it('adds no coin that costs more than it holds', () => {
    const coins = [large, ...Array.from({ length: 200 }, (_, output) => coin(sizes.input * request.rate, output))];
    expect(mergeCoins(select(coins), { ...request, coins }, coins).coins).toEqual([large]);
  });
});
