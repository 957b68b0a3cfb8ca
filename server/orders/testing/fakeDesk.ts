import { ApiError } from '../../../contract/errors.ts';
import { isoTime } from '../../../contract/isoTime.ts';
import { QUOTE_VALID_MS } from '../../../contract/limits.ts';
import { add, amount, compare, roundToDecimal, toDecimal, type Decimal } from '../../../contract/money.ts';
import type { Instrument } from '../../../contract/schemas/instruments.ts';
import type { Catalogue } from '../../instruments/catalogue.ts';
import type { PricingDesk, StoredQuote } from '../../pricing/desk.ts';
import { randomId } from '../../common/hashing.ts';

const HUNDRED = amount('100');

/** A pricing desk whose prices a test sets: mid price, 0.5 % platform fee, one network fee per instrument. */
export interface FakeDesk extends PricingDesk {
  /** USD for 1 of an instrument */
  prices: Map<string, Decimal>;
  /** In the instrument itself */
  fees: Map<string, Decimal>;
  /** Cost of collecting a deposit, in the instrument itself; default 0 */
  collectionFees: Map<string, Decimal>;
  /** Of new quotes */
  platformFeePercent: Decimal;
  /** The premium of new fixed quotes, in percent. Above 1 it is also their market limit. */
  premiumPercent: Decimal;
  minimum: Decimal;
  maximum: Decimal;
  isStale: boolean;
  /** Returned for every symbol by `priceMissingSince` */
  missingSince: number | null;
  /** Slugs of instruments on congested networks */
  congested: Set<string>;
}

function noPrice(): ApiError {
  return new ApiError('ERR_SERVICE_UNAVAILABLE', 'There is no trustworthy price now.', { reason: 'PRICE_STALE', symbol: 'BTC' });
}

export function createFakeDesk(catalogue: Catalogue, present: (slug: string) => Instrument): FakeDesk {
  const quotes = new Map<string, StoredQuote>();
  const natives = new Set([...catalogue.networks.values()].map(({ nativeInstrument }) => nativeInstrument));

  const usd = (slug: string): Decimal => {
    if (desk.isStale) throw noPrice();
    const price = desk.prices.get(slug);
    if (price === undefined) throw new ApiError('ERR_NOT_FOUND', `No price of ${slug}`);
    return price;
  };
  const mid = (from: string, to: string) => amount(usd(from)).div(amount(usd(to)));
  const collectionOf = (slug: string): Decimal => desk.collectionFees.get(slug) ?? '0';
  const decimalsOf = (slug: string): number => catalogue.instruments.get(slug)?.precisionDecimals ?? 8;

  const price: PricingDesk['settle'] = ({ fromSlug, toSlug, amountToGive, rateMode, payoutFeeFactor = '1', ...fees }, now) => {
    const { platformFeePercent = desk.platformFeePercent } = fees;
    const fee = amount(platformFeePercent).div(HUNDRED);
    const market = mid(fromSlug, toSlug);
    const decimals = decimalsOf(toSlug);
    const collectionFee = roundToDecimal(market.times(amount(collectionOf(fromSlug))), decimals, 'up');
    const payoutFee = toDecimal(amount(desk.networkFee(toSlug, now)).times(amount(payoutFeeFactor)));
    const networkFee = add(payoutFee, collectionFee);
    const gross = market.times(amount(amountToGive));
    const platformFee = roundToDecimal(gross.times(fee), decimals, 'up');
    const price = roundToDecimal(market.minus(market.times(fee)), 20, 'down');
    const net = amount(price).times(amount(amountToGive)).minus(amount(networkFee));
    return {
      quoteId: randomId(),
      fromSlug,
      toSlug,
      rateMode,
      amountToGive,
      amountToGet: net.gt(amount('0')) ? roundToDecimal(net, decimals, 'down') : '0',
      price,
      networkFee,
      collectionFee,
      payoutFeeFactor,
      platformFee,
      platformFeePercent,
      marketPrice: roundToDecimal(market, 20, 'down'),
      premiumPercent: rateMode === 'FIXED' ? desk.premiumPercent : null,
      updatedAt: now,
      validUntil: now + QUOTE_VALID_MS,
    };
  };

  const checkBounds = (given: Decimal): void => {
    const tooSmall = compare(given, desk.minimum) < 0;
    if (!tooSmall && compare(given, desk.maximum) <= 0) return;
    const code = tooSmall ? 'ERR_CLAIMED_DEPOSIT_AMOUNT_TOO_SMALL' : 'ERR_CLAIMED_DEPOSIT_AMOUNT_TOO_BIG';
    throw new ApiError(code, 'Out of bounds.', { expected: tooSmall ? desk.minimum : desk.maximum });
  };

  const quote: PricingDesk['quote'] = (
    input,
    now,
    { payoutFeeFactor = '1', platformFeePercent = desk.platformFeePercent } = {},
  ) => {
    checkBounds(input.claimedDepositAmount);
    const stored = price(
      {
        fromSlug: input.instrumentFromSlug,
        toSlug: input.instrumentToSlug,
        amountToGive: input.claimedDepositAmount,
        rateMode: input.rateMode,
        payoutFeeFactor,
        platformFeePercent,
      },
      now,
    );
    quotes.set(stored.quoteId, stored);
    return {
      quoteId: stored.quoteId,
      instrumentFrom: present(stored.fromSlug),
      instrumentTo: present(stored.toSlug),
      liquidityProviderPublicCode: 'test',
      amountToGive: stored.amountToGive,
      amountToGet: stored.amountToGet,
      claimedDepositAmount: stored.amountToGive,
      rateMode: stored.rateMode,
      price: stored.price,
      marketLeftPrice: stored.marketPrice,
      marketRightPrice: stored.marketPrice,
      marketMinAmount: desk.minimum,
      generalMinAmount: desk.minimum,
      generalMaxAmount: desk.maximum,
      depositRules: { minAmount: desk.minimum, maxAmount: null },
      quotes: {
        buyQuote: { quoteValue: usd(stored.toSlug) },
        sellQuote: { quoteValue: usd(stored.fromSlug) },
      },
      finalNetworkFeeAmount: stored.networkFee,
      collectionFeeAmount: stored.collectionFee,
      platformFee_Absolute: stored.platformFee,
      updatedAt: isoTime(now),
      validUntil: isoTime(stored.validUntil),
      ckm: null,
      noKycThreshold: null,
    };
  };

  const desk: FakeDesk = {
    prices: new Map(),
    fees: new Map(),
    collectionFees: new Map(),
    minimum: '0.001',
    maximum: '1000',
    platformFeePercent: '0.5',
    premiumPercent: '0.5',
    isStale: false,
    missingSince: null,
    congested: new Set(),
    quote,
    prepare: (input) => (now) => quote(input, now),
    settle: price,
    find: (quoteId) => quotes.get(quoteId),
    bounds: () => {
      if (desk.isStale) throw noPrice();
      return { minimum: desk.minimum, maximum: desk.maximum };
    },
    marketPrice: (from, to) => toDecimal(mid(from, to).round(20, 0)),
    freshenFees: async () => undefined,
    networkFee: (slug) => add(desk.fees.get(slug) ?? '0', '0'),
    refundFees: (slug, source, now, factor = '1') => {
      // The treasury refunds tokens, whose deposits must be collected.
      const isCollected = source === 'TREASURY' || !natives.has(slug);
      const collectionFee = isCollected ? collectionOf(slug) : '0';
      const transferFee = toDecimal(amount(desk.networkFee(slug, now)).times(amount(factor)));
      return { networkFee: add(transferFee, collectionFee), collectionFee };
    },
    priceMissingSince: () => desk.missingSince,
    isCongested: (slug) => desk.congested.has(slug),
  };
  return desk;
}
