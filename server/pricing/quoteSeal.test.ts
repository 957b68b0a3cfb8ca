import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import Value from 'typebox/value';
import { QuoteId } from '../../contract/schemas/common.ts';
import { createQuoteSeal } from './quoteSeal.ts';

const KEY = Buffer.alloc(32, 7);
const QUOTE = {
  fromSlug: 'btc',
  toSlug: 'usdttrc20',
  rateMode: 'FIXED' as const,
  amountToGive: '0.12345678',
  amountToGet: '7406.123456',
  price: '59991.23456789012',
  networkFee: '1.51234567',
  collectionFee: '0.51234567',
  payoutFeeFactor: '1',
  platformFee: '37.031234',
  platformFeePercent: '0.5',
  marketPrice: '60012.34567890123',
  premiumPercent: '0.99',
  updatedAt: 1_763_762_400_123,
  validUntil: 1_763_762_430_123,
};

describe('the seal of quotes', () => {
  it('returns the exact quote in every process with the key', () => {
    const sealed = createQuoteSeal(KEY).seal(QUOTE);
    expect(createQuoteSeal(KEY).open(sealed.quoteId)).toEqual(sealed);
    const floating = createQuoteSeal(KEY).seal({ ...QUOTE, rateMode: 'FLOATING', premiumPercent: null });
    expect(createQuoteSeal(KEY).open(floating.quoteId)).toEqual({
      ...floating,
      ...QUOTE,
      rateMode: 'FLOATING',
      premiumPercent: null,
    });
  });

  it('creates ids within the limits of the contract, short for usual amounts', () => {
    const { quoteId } = createQuoteSeal(KEY).seal(QUOTE);
    expect(quoteId.length).toBeLessThan(200);
    const widest = '1234567890123456789012345678901234567890.1234567890123456789012345678901234567890';
    const wide = createQuoteSeal(KEY).seal({
      ...QUOTE,
      fromSlug: 'a'.repeat(32),
      toSlug: 'b'.repeat(32),
      amountToGive: widest,
      amountToGet: widest,
      price: widest,
      networkFee: widest,
      platformFee: widest,
      marketPrice: widest,
    });
    expect(Value.Check(QuoteId, quoteId)).toBe(true);
    expect(Value.Check(QuoteId, wide.quoteId)).toBe(true);
  });

  it('rejects an id that was modified or issued by another host', () => {
    const { quoteId } = createQuoteSeal(KEY).seal(QUOTE);
    const place = fc.nat({ max: quoteId.length - 1 });
    fc.assert(
      fc.property(place, fc.constantFrom('0', '9', 'a', 'Z', '~', '.', '-', ''), (index, by) => {
        const changed = quoteId.slice(0, index) + by + quoteId.slice(index + 1);
        fc.pre(changed !== quoteId);
        expect(createQuoteSeal(KEY).open(changed)?.amountToGet).toBeUndefined();
      }),
      { seed: 1, numRuns: 1_000 },
    );
    expect(createQuoteSeal(Buffer.alloc(32, 8)).open(quoteId)).toBeUndefined();
    for (const nonsense of ['', '~', 'AAAAAAAAAAAAAAAAAAAAAA', quoteId.repeat(2)]) {
      expect(createQuoteSeal(KEY).open(nonsense)).toBeUndefined();
    }
  });
});
