import { describe, expect, it } from 'vitest';
import { typedSide } from './typedSide.ts';

const btc = { slug: 'btc', currencyTitle: 'BTC' };
const tron = { slug: 'usdttrc20', currencyTitle: 'USDT' };
const ethereum = { slug: 'usdterc20', currencyTitle: 'USDT' };

describe('the typed side', () => {
  it.each([
    [undefined, btc, tron, 'send'],
    ['btc', btc, tron, 'send'],
    ['usdttrc20', btc, tron, 'receive'],
    ['USDT', btc, tron, 'receive'],
    ['usdt', tron, btc, 'send'],
    ['USDT', tron, ethereum, 'send'],
    ['usdterc20', tron, ethereum, 'receive'],
  ] as const)('%s', (claimedDepositAmountCurrency, from, to, side) => {
    const input = claimedDepositAmountCurrency === undefined ? {} : { claimedDepositAmountCurrency };
    expect(typedSide(input, from, to)).toBe(side);
  });

  it('rejects a coin that is not part of the pair', () => {
    expect(() => typedSide({ claimedDepositAmountCurrency: 'DOGE' }, btc, tron)).toThrow(
      expect.objectContaining({ code: 'ERR_VALIDATION', details: { field: 'claimedDepositAmountCurrency' } }),
    );
  });
});
