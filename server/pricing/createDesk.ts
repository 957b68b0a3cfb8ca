import { ApiError, type ErrorCode } from '../../contract/errors.ts';
import { withTimeout } from '../../contract/withTimeout.ts';
import { marketLimitPercent } from '../../contract/fixedRate.ts';
import { isoTime } from '../../contract/isoTime.ts';
import { QUOTE_VALID_MS } from '../../contract/limits.ts';
import { amount, round, toDecimal, type Amount, type Decimal } from '../../contract/money.ts';
import type { RateMode } from '../../contract/order.ts';
import type { PairData, RateInput } from '../../contract/schemas/rates.ts';
import { requireSide, type Availability } from '../instruments/availability.ts';
import type { Catalogue, CatalogueInstrument } from '../instruments/catalogue.ts';
import type { MarketFeed } from '../ports/market/marketFeed.ts';
import type { PricingConfiguration } from './configuration.ts';
import type { PricingDesk, QuoteOptions, StoredQuote } from './desk.ts';
import type { NetworkFees } from './networkFees.ts';
import { offerForReceiving, offerForSending, unit, type Offer } from './offer.ts';
import type { InstrumentPresenter } from './presenter.ts';
import type { PriceBook } from './priceBook.ts';
import type { QuoteSeal } from './quoteSeal.ts';
import { createRecentQuotes } from './recentQuotes.ts';
import { createTerms, sendDecimalsOf, withPayoutFee, type PairTerms, NO_TRADING, type Trading } from './terms.ts';
import { typedSide } from './typedSide.ts';
import { createFixedRateTerms } from './volatility.ts';

/** No payment waits longer for the networks' fees of now. */
const ASKING_MS = 2_000;

export interface DeskOptions {
  catalogue: Catalogue;
  availability: Availability;
  feed: MarketFeed;
  book: PriceBook;
  fees: NetworkFees;
  present: InstrumentPresenter;
  configuration: PricingConfiguration;
  quotes: QuoteSeal;
  /** false: the market is embedded, so that its volatility is not measured (D67) */
  isVolatilityMeasured?: boolean;
  /** Default: nothing is traded */
  trading?: Trading;
  now?: () => number;
}

type UnsealedQuote = Omit<StoredQuote, 'quoteId'>;
type Pair = { from: CatalogueInstrument; to: CatalogueInstrument };
/** A request without its amount. `side`: whether the amount is sent or received */
interface Request {
  pair: Pair;
  rateMode: RateMode;
  side: 'send' | 'receive';
}

/** Creates the desk of docs/pricing.md. It is synchronous: prices and fees are fetched in the background. */
export function createDesk(options: DeskOptions): PricingDesk {
  const { catalogue, availability, feed, book, fees, present, configuration, quotes, now = Date.now } = options;
  const { trading = NO_TRADING } = options;
  const fixedRateTermsOf = createFixedRateTerms({ feed, configuration, isMeasured: options.isVolatilityMeasured ?? false });
  const termsOf = createTerms({ book, fees, feed, fixedRateTermsOf, trading, configuration });
  const recent = createRecentQuotes();

  const instrumentOf = (slug: string): CatalogueInstrument => {
    const instrument = catalogue.instruments.get(slug);
    if (!instrument) throw new ApiError('ERR_NOT_FOUND', `There is no instrument ${slug}.`, { slug });
    return instrument;
  };
  const pairOf = (fromSlug: string, toSlug: string): Pair => ({ from: instrumentOf(fromSlug), to: instrumentOf(toSlug) });

  const requireActive = ({ from, to }: Pair, atAnyFee: boolean): void => {
    requireSide(availability, from, 'send');
    requireSide(availability, to, 'receive', atAnyFee);
  };

  const quotable = (
    pair: Pair,
    rateMode: RateMode,
    terms: PairTerms,
    offer: Offer,
    now: number,
    payoutFeeFactor: Decimal,
  ): UnsealedQuote => ({
    fromSlug: pair.from.slug,
    toSlug: pair.to.slug,
    rateMode,
    amountToGive: toDecimal(offer.amountToGive),
    amountToGet: toDecimal(offer.amountToGet),
    price: terms.texts.price,
    networkFee: terms.texts.networkFee,
    collectionFee: terms.texts.collectionFee,
    payoutFeeFactor,
    platformFee: toDecimal(offer.platformFee),
    platformFeePercent: terms.platformFeePercent,
    marketPrice: terms.marketMiddle,
    premiumPercent: rateMode === 'FIXED' ? terms.premiumPercent : null,
    updatedAt: terms.at,
    validUntil: now + QUOTE_VALID_MS,
  });

  const requestOf = (input: RateInput): Request => {
    const pair = pairOf(input.instrumentFromSlug, input.instrumentToSlug);
    requireSupported(input, pair);
    return { pair, rateMode: input.rateMode, side: typedSide(input, pair.from, pair.to) };
  };
  const openTerms = ({ pair, rateMode }: Request, now: number, options: QuoteOptions = {}): PairTerms => {
    requireActive(pair, options.atAnyFee ?? false);
    const terms = termsOf(pair.from, pair.to, rateMode, now, options.platformFeePercent);
    if (rateMode === 'FIXED' && !terms.hasFixedRate) {
      throw new ApiError('ERR_NOT_ACCEPTABLE', 'This pair has no fixed rate: its market is too thin, or moves too much.');
    }
    return terms;
  };
  /** `claimed` is already rounded to the decimals of its coin. */
  const quoteOf = (
    request: Request,
    claimed: Amount,
    terms: PairTerms,
    now: number,
    { atAnyFee = false, payoutFeeFactor = '1' }: QuoteOptions = {},
  ): PairData => {
    const { pair, rateMode, side } = request;
    const offer = side === 'receive' ? offerForReceiving(terms, claimed) : offerForSending(terms, claimed);
    const instruments = { from: present(pair.from), to: present(pair.to) };
    const presented = (quote: UnsealedQuote | StoredQuote): PairData =>
      presentPairData(quote, terms, instruments, feed.code, configuration.ckm);
    const refusal = refusalOf(pair, terms, atAnyFee ? terms.minimumAtAnyFee : terms.minimum, offer, rateMode);
    if (refusal) {
      const nearest = offerForSending(terms, refusal.expected);
      const pairData = presented(quotable(pair, rateMode, terms, nearest, now, payoutFeeFactor));
      throw new ApiError(refusal.code, refusal.message, { ...refusal.details, pairData });
    }
    return presented(quotes.seal(quotable(pair, rateMode, terms, offer, now, payoutFeeFactor)));
  };

  return {
    quote: (input, now, options = {}) => {
      const { atAnyFee = false, payoutFeeFactor = '1' } = options;
      const request = requestOf(input);
      const terms = withPayoutFee(openTerms(request, now, options), payoutFeeFactor);
      const { pair, side } = request;
      const { rateMode, claimedDepositAmount } = input;
      const key = [pair.from.slug, pair.to.slug, rateMode, side, claimedDepositAmount, String(atAnyFee), configuration.ckm].join(
        ' ',
      );
      const known = recent.find(key, terms, now);
      if (known) return known;
      const pairData = quoteOf(request, claimedBy(request, input.claimedDepositAmount), terms, now, options);
      recent.keep(key, terms, now, pairData);
      return pairData;
    },
    prepare: (input) => {
      const request = requestOf(input);
      const claimed = claimedBy(request, input.claimedDepositAmount);
      return (now) => quoteOf(request, claimed, openTerms(request, now), now);
    },
    settle: ({ fromSlug, toSlug, amountToGive, rateMode, payoutFeeFactor = '1', platformFeePercent }, now) => {
      const pair = pairOf(fromSlug, toSlug);
      const terms = withPayoutFee(termsOf(pair.from, pair.to, rateMode, now, platformFeePercent), payoutFeeFactor);
      return quotes.seal(quotable(pair, rateMode, terms, offerForSending(terms, amount(amountToGive)), now, payoutFeeFactor));
    },
    find: quotes.open,
    bounds: (fromSlug, toSlug, atAnyFee = false) => {
      const pair = pairOf(fromSlug, toSlug);
      const { minimum, minimumAtAnyFee, maximumOfDeposit } = termsOf(pair.from, pair.to, 'FLOATING', now());
      return { minimum: toDecimal(atAnyFee ? minimumAtAnyFee : minimum), maximum: toDecimal(maximumOfDeposit) };
    },
    marketPrice: (fromSlug, toSlug, now) => {
      const pair = pairOf(fromSlug, toSlug);
      return termsOf(pair.from, pair.to, 'FLOATING', now).marketMiddle;
    },
    networkFee: (slug, now) => toDecimal(fees.forRefund(instrumentOf(slug), now)),
    freshenFees: async (slugs) => await withTimeout(fees.refresh(slugs), ASKING_MS).catch(() => undefined),
    refundFees: (slug, source, now, factor) => fees.ofRefund(instrumentOf(slug), source, now, factor),
    priceMissingSince: (symbol) => book.missingSince(symbol),
    isCongested: (slug) => fees.isCongested(slug),
  };
}

/** Returns the requested amount. An amount to send is rounded up; an amount to receive is rounded by the offer. */
function claimedBy({ pair, side }: Request, text: Decimal): Amount {
  return side === 'receive' ? amount(text) : round(amount(text), sendDecimalsOf(pair.from), 'up');
}

function requireSupported(input: RateInput, { from, to }: Pair): void {
  if (from.slug === to.slug) {
    throw new ApiError('ERR_VALIDATION', 'Send and receive instruments must differ.', { field: 'instrumentToSlug' });
  }
  if (input.exchangeType === 'fiat') throw new ApiError('ERR_NOT_ACCEPTABLE', 'This host sells nothing by card.');
  // D27: as an unknown coin.
  const money = [from, to].find(({ type }) => type === 'fiat');
  if (money)
    throw new ApiError('ERR_NOT_FOUND', `${money.currencyTitle} is money, which is paid by card only.`, { slug: money.slug });
}

interface AmountRefusal {
  code: ErrorCode;
  message: string;
  /** The nearest amount that is possible, in instrumentFrom */
  expected: Amount;
  details: Record<string, string>;
}

/** Returns why the amount can't be exchanged; null if it can. Throws ERR_PAIR_NOT_ACTIVE if no amount can. */
function refusalOf(
  { from, to }: Pair,
  terms: PairTerms,
  minimum: Amount,
  { amountToGive }: Offer,
  rateMode: RateMode,
): AmountRefusal | null {
  if (minimum.gt(terms.maximum)) {
    throw new ApiError('ERR_PAIR_NOT_ACTIVE', 'The network fee leaves no room for an exchange at the moment.');
  }
  const tooSmall = amountToGive.lt(minimum);
  if (!tooSmall && !amountToGive.gt(terms.maximum)) {
    if (rateMode === 'FLOATING' || !amountToGive.gt(terms.fixedMaximum)) return null;
    return {
      code: 'ERR_UNPROCESSABLE_ENTITY',
      message: 'A fixed rate is not possible at this amount.',
      expected: terms.fixedMaximum,
      details: { expected: terms.texts.fixedMaximum, instrumentSlug: from.slug },
    };
  }
  const expected = tooSmall ? minimum : terms.maximum;
  const arriving = offerForSending(terms, expected).amountToGet;
  return {
    code: tooSmall ? 'ERR_CLAIMED_DEPOSIT_AMOUNT_TOO_SMALL' : 'ERR_CLAIMED_DEPOSIT_AMOUNT_TOO_BIG',
    message: `The ${tooSmall ? 'minimum' : 'maximum'} amount to send is ${toDecimal(expected)} ${from.currencyTitle}.`,
    expected,
    details: {
      expected: toDecimal(expected),
      instrumentSlug: from.slug,
      // For a customer who typed the amount to receive. One unit more at the minimum, so that rounding stays above it.
      expectedToGet: toDecimal(tooSmall ? arriving.plus(unit(terms.receiveDecimals)) : arriving),
      receiveInstrumentSlug: to.slug,
    },
  };
}

/** Presents a quote. An unsealed one is a rate without an offer: no order can name it. */
function presentPairData(
  stored: UnsealedQuote | StoredQuote,
  terms: PairTerms,
  instruments: { from: PairData['instrumentFrom']; to: PairData['instrumentTo'] },
  liquidityProviderPublicCode: string,
  ckm: PricingConfiguration['ckm'],
): PairData {
  const { texts } = terms;
  return {
    ...('quoteId' in stored && { quoteId: stored.quoteId, validUntil: isoTime(stored.validUntil) }),
    instrumentFrom: instruments.from,
    instrumentTo: instruments.to,
    liquidityProviderPublicCode,
    amountToGive: stored.amountToGive,
    amountToGet: stored.amountToGet,
    claimedDepositAmount: stored.amountToGive,
    rateMode: stored.rateMode,
    price: stored.price,
    marketLeftPrice: texts.marketLeft,
    marketRightPrice: terms.marketRight,
    marketMinAmount: texts.marketMinimum,
    generalMinAmount: texts.generalMinimum,
    generalMaxAmount: texts.generalMaximum,
    fixedMaxAmount: terms.hasFixedRate ? texts.fixedMaximum : null,
    fixedPremiumPercent: terms.premiumPercent,
    fixedMarketLimitPercent: marketLimitPercent(terms.premiumPercent),
    depositRules: { minAmount: texts.depositMinimum, maxAmount: null },
    quotes: { buyQuote: { quoteValue: terms.buyQuote }, sellQuote: { quoteValue: terms.sellQuote } },
    finalNetworkFeeAmount: stored.networkFee,
    collectionFeeAmount: stored.collectionFee,
    platformFee_Absolute: stored.platformFee,
    updatedAt: isoTime(stored.updatedAt),
    ckm,
  };
}
