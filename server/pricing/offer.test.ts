import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { amount, isDecimal, sum, toDecimal, ZERO } from '../../contract/money.ts';
import { priceChain } from '../../contract/priceChain/priceChain.ts';
import { offerForReceiving, offerForSending, unit, type Terms } from './offer.ts';
import { roundSignificant } from './significant.ts';

/** A decimal from `digits` significant digits and a power of ten. */
const decimal = (leastExponent: number, mostExponent: number) =>
  fc
    .tuple(fc.bigInt(1n, 9_999_999_999_999_999n), fc.integer({ min: leastExponent, max: mostExponent }))
    .map(([digits, exponent]) => {
      const value = amount(digits.toString());
      return exponent < 0 ? value.div(amount('10').pow(-exponent)) : value.times(amount('10').pow(exponent));
    });

const terms = fc
  .record({
    marketLeft: decimal(-28, -4),
    feePercent: fc.constantFrom('0', '0.5', '1'),
    networkFee: decimal(-20, -15),
    sendDecimals: fc.integer({ min: 0, max: 8 }),
    receiveDecimals: fc.integer({ min: 0, max: 12 }),
  })
  .map(({ marketLeft, feePercent, networkFee, sendDecimals, receiveDecimals }): Terms => {
    const kept = amount('1').minus(amount(feePercent).div(amount('100')));
    const price = roundSignificant(marketLeft.times(kept), 16, 'down');
    return {
      price,
      platformShare: marketLeft.minus(price),
      networkFee: networkFee.round(receiveDecimals, 3),
      sendDecimals,
      receiveDecimals,
    };
  });
const sent = (decimals: number) => decimal(-15, -6).map((value) => value.round(decimals, 3));

describe('an offer', () => {
  it('inverts to the sent amount within rounding', () => {
    fc.assert(
      fc.property(
        terms.chain((given) => fc.tuple(fc.constant(given), sent(given.sendDecimals))),
        ([given, amountToGive]) => {
          const forward = offerForSending(given, amountToGive);
          fc.pre(forward.amountToGet.gt(ZERO));
          const back = offerForReceiving(given, forward.amountToGet);
          // The same amount arrives for X or slightly less; the difference buys less than one received unit.
          expect(toDecimal(back.amountToGet)).toBe(toDecimal(forward.amountToGet));
          expect(back.amountToGive.lte(amountToGive)).toBe(true);
          const mayDiffer = unit(given.receiveDecimals).div(given.price).plus(unit(given.sendDecimals));
          expect(amountToGive.minus(back.amountToGive).lte(mayDiffer)).toBe(true);
        },
      ),
      { numRuns: 2_000 },
    );
  });

  it('receives at least the requested amount for the smallest amount to send', () => {
    fc.assert(
      fc.property(terms, decimal(-20, -8), (given, wanted) => {
        const offer = offerForReceiving(given, wanted);
        expect(offer.amountToGet.gte(wanted)).toBe(true);
        const less = offer.amountToGive.minus(unit(given.sendDecimals));
        if (less.gt(ZERO)) expect(offerForSending(given, less).amountToGet.lt(wanted)).toBe(true);
      }),
      { numRuns: 2_000 },
    );
  });

  it('rounds the received amount down and the fee up, as plain decimals', () => {
    fc.assert(
      fc.property(terms, decimal(-15, -6), (given, amountToGive) => {
        const offer = offerForSending(given, amountToGive);
        const exact = amountToGive.times(given.price).minus(given.networkFee);
        if (exact.gt(ZERO)) expect(offer.amountToGet.lte(exact)).toBe(true);
        expect(isDecimal(toDecimal(offer.amountToGet))).toBe(true);
        expect(offer.platformFee.gte(amountToGive.times(given.platformShare))).toBe(true);
      }),
      { numRuns: 1_000 },
    );
  });

  it.each(['sent', 'received'])('adds up from the market price when the %s amount is claimed', (side) => {
    fc.assert(
      fc.property(terms, decimal(-15, -6), (given, claimed) => {
        const offer =
          side === 'sent' ? offerForSending(given, claimed.round(given.sendDecimals, 3)) : offerForReceiving(given, claimed);
        fc.pre(offer.amountToGet.gt(ZERO));
        const exchange = {
          sent: toDecimal(offer.amountToGive),
          received: toDecimal(offer.amountToGet),
          networkFee: toDecimal(given.networkFee),
          platformFee: toDecimal(offer.platformFee),
          decimals: given.receiveDecimals,
        };
        const marketPrice = given.price.plus(given.platformShare);
        const stated = { marketPrice: toDecimal(marketPrice), servicePercent: '0.5', premiumPercent: null };
        const chain = priceChain(exchange, stated);
        expect(chain.servicePercent).toBe('0.5');
        expect(sum([chain.received, chain.networkFee, chain.serviceFee])).toBe(chain.worth);
        const product = offer.amountToGive.times(amount(chain.marketPrice));
        expect(product.minus(amount(chain.worth)).abs().lte(unit(given.receiveDecimals))).toBe(true);
        expect(toDecimal(marketPrice).startsWith(chain.marketPrice)).toBe(true);
      }),
      { numRuns: 1_000 },
    );
  });
});
