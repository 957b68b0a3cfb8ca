import { amount, ONE, round, toDecimal, ZERO, type Amount, type Decimal } from '../../contract/money.ts';
import { CLAIMED_DEPOSIT_DECIMALS } from '../../contract/limits.ts';
import type { RateMode } from '../../contract/order.ts';
import type { Side } from '../instruments/availability.ts';
import type { CatalogueInstrument } from '../instruments/catalogue.ts';
import type { MarketFeed } from '../ports/market/marketFeed.ts';
import type { PricingConfiguration } from './configuration.ts';
import type { NetworkFees } from './networkFees.ts';
import type { Terms } from './offer.ts';
import type { Price, PriceBook } from './priceBook.ts';
import { roundSignificant } from './significant.ts';
import type { FixedRateTerms, FixedRateTermsOf } from './volatility.ts';

/** {@link Terms} with the other values of pair data. Bounds are in instrumentFrom. */
export interface PairTerms extends Terms {
  marketMiddle: Decimal;
  marketRight: Decimal;
  /** false: the spread between bid and ask is too large for a fixed rate, or the market moves too much */
  hasFixedRate: boolean;
  platformFeePercent: Decimal;
  /** What a fixed rate costs beyond the platform fee, in percent (D67) */
  premiumPercent: Decimal;
  /** Formatted once for all amounts that are quoted */
  texts: Record<
    | 'marketLeft'
    | 'price'
    | 'networkFee'
    | 'collectionFee'
    | 'generalMinimum'
    | 'generalMaximum'
    | 'fixedMaximum'
    | 'marketMinimum'
    | 'depositMinimum',
    Decimal
  >;
  /** The strictest of all bounds */
  minimum: Amount;
  /** The minimum for a customer who accepts high network fees: they may take half of the amount */
  minimumAtAnyFee: Amount;
  maximum: Amount;
  /** The maximum for the deposit of an existing order. Open positions of the host do not reduce it, unlike `maximum` (D71). */
  maximumOfDeposit: Amount;
  fixedMaximum: Amount;
  /** USD value of 1 instrumentTo and of 1 instrumentFrom */
  buyQuote: Decimal;
  sellQuote: Decimal;
  /** Time of the older of the two prices */
  at: number;
}

const PRICE_DIGITS = 16;
const QUOTE_DIGITS = 12;
/** Few digits, because people read the bounds and they must not change with every tick. */
const BOUND_DIGITS = 3;
const HUNDRED = amount('100');
/** Share of the amount that network fees may take when the customer accepts high fees. */
const ACCEPTED_FEE_SHARE = amount('0.5');

/** Network fees of an exchange: of its payout, in instrumentTo and in USD, and of collecting its deposit (D53). */
interface Costs {
  payout: Amount;
  payoutUsd: Amount;
  collectionUsd: Amount;
}

/** Trading on an exchange what orders leave open (D71), by coin (`marketSymbol`) and the side of the customer. */
export interface Trading {
  /** Returns what it costs us, in percent: the fee of the exchange, and more while the side adds to a large position. */
  costOf(symbol: string, side: Side): Decimal;
  /** Returns how much an order may add to what is open, in USD; null: only the limit of an order applies. */
  roomOf(symbol: string, side: Side): Decimal | null;
}

/** Nothing is traded, and nothing is limited. */
export const NO_TRADING: Trading = { costOf: () => '0', roomOf: () => null };

interface TermsOptions {
  book: PriceBook;
  fees: NetworkFees;
  feed: MarketFeed;
  fixedRateTermsOf: FixedRateTermsOf;
  trading: Trading;
  configuration: PricingConfiguration;
}

export interface TermsOf {
  /**
   * Throws ERR_SERVICE_UNAVAILABLE if one of the prices is not trusted (D41). `platformFeePercent`: of an order that exists; default:
   * that of new orders
   */
  (from: CatalogueInstrument, to: CatalogueInstrument, rateMode: RateMode, now: number, platformFeePercent?: Decimal): PairTerms;
}

/** Creates the formulas of docs/pricing.md. Returns the same object until a price, a fee or a setting changes. */
export function createTerms({ book, fees, feed, fixedRateTermsOf, trading, configuration }: TermsOptions): TermsOf {
  const cache = new Map<string, { sources: readonly unknown[]; terms: PairTerms }>();

  const compute = (
    from: CatalogueInstrument,
    to: CatalogueInstrument,
    rateMode: RateMode,
    prices: { from: Price; to: Price },
    costs: Costs,
    tradeCosts: readonly Decimal[],
    rooms: readonly (Decimal | null)[],
    fixed: FixedRateTerms,
    platformFeePercent: Decimal,
  ): PairTerms => {
    const [minimumUsd, maximumUsd, fixedMaximumUsd] = [
      amount(configuration.minimumUsd),
      amount(configuration.maximumUsd),
      amount(configuration.fixedMaximumUsd),
    ];
    const feeShare = percent(configuration.maximumFeeSharePercent);
    const thinSpread = amount(configuration.fixedMaximumSpreadPercent);
    const sendDecimals = sendDecimalsOf(from);
    const atLeast = (value: Amount) => round(roundSignificant(value, BOUND_DIGITS, 'up'), sendDecimals, 'up');
    const atMost = (value: Amount) => round(roundSignificant(value, BOUND_DIGITS, 'down'), sendDecimals, 'down');
    const usd = prices.from.middle;
    // Divides once, because a division is expensive; the bounds have only three digits.
    const perUsd = ONE.div(usd);
    const market = roundSignificant(prices.from.bid.div(prices.to.ask), PRICE_DIGITS, 'down');
    // What the exchange on which we trade both coins leaves of it.
    const marketLeft = tradeCosts.reduce(
      (left, cost) => roundSignificant(left.times(afterFee(cost)), PRICE_DIGITS, 'down'),
      market,
    );
    const marketRight = roundSignificant(prices.from.ask.div(prices.to.bid), PRICE_DIGITS, 'up');
    const collectionFee = round(costs.collectionUsd.div(prices.to.middle), to.precisionDecimals, 'up');
    const networkFee = costs.payout.plus(collectionFee);
    const feesUsd = costs.payoutUsd.plus(costs.collectionUsd);
    const minimumWith = (share: Amount): Amount => atLeast(largest(feesUsd.div(share), minimumUsd).times(perUsd));
    const generalMinimum = minimumWith(feeShare);
    const sourceFrom = amount(feed.minimumAmount(from.marketSymbol) ?? '0');
    const sourceTo = amount(feed.minimumAmount(to.marketSymbol) ?? '0').div(market);
    const marketMinimum = atLeast(sourceFrom.gt(sourceTo) ? sourceFrom : sourceTo);
    // A deposit below the cost of collecting it would be lost.
    const depositMinimum = atLeast(costs.collectionUsd.times(perUsd));
    const minimum = largest(generalMinimum, marketMinimum, depositMinimum);
    const maximumOfDeposit = atMost(maximumUsd.times(perUsd));
    // Some order is possible as long as both sides are open.
    const room = rooms.flatMap((usdValue) =>
      usdValue === null ? [] : [largest(atMost(amount(usdValue).times(perUsd)), minimum)],
    );
    const generalMaximum = smallest(maximumOfDeposit, ...room);
    const fixedMaximum = smallest(atMost(fixedMaximumUsd.times(perUsd)), ...room);
    const floatingShare = afterFee(platformFeePercent);
    const share = rateMode === 'FIXED' ? floatingShare.minus(percent(fixed.premiumPercent)) : floatingShare;
    const price = roundSignificant(marketLeft.times(share), PRICE_DIGITS, 'down');
    return {
      price,
      platformShare: marketLeft.minus(price),
      networkFee,
      sendDecimals,
      receiveDecimals: to.precisionDecimals,
      marketMiddle: toDecimal(roundSignificant(usd.div(prices.to.middle), PRICE_DIGITS, 'down')),
      marketRight: toDecimal(marketRight),
      hasFixedRate: fixed.isOffered && !marketRight.minus(market).times(HUNDRED).gt(market.times(thinSpread)),
      platformFeePercent,
      premiumPercent: fixed.premiumPercent,
      texts: {
        marketLeft: toDecimal(marketLeft),
        price: toDecimal(price),
        networkFee: toDecimal(networkFee),
        collectionFee: toDecimal(collectionFee),
        generalMinimum: toDecimal(generalMinimum),
        generalMaximum: toDecimal(generalMaximum),
        fixedMaximum: toDecimal(fixedMaximum),
        marketMinimum: toDecimal(marketMinimum),
        depositMinimum: toDecimal(depositMinimum),
      },
      minimum,
      minimumAtAnyFee: largest(minimumWith(ACCEPTED_FEE_SHARE), marketMinimum, depositMinimum),
      maximum: generalMaximum,
      maximumOfDeposit,
      fixedMaximum,
      buyQuote: toDecimal(roundSignificant(prices.to.middle, QUOTE_DIGITS, 'down')),
      sellQuote: toDecimal(roundSignificant(usd, QUOTE_DIGITS, 'down')),
      at: Math.min(prices.from.at, prices.to.at),
    };
  };

  return (from, to, rateMode, now, platformFeePercent = configuration.platformFeePercent) => {
    const prices = { from: book.price(from.marketSymbol, now), to: book.price(to.marketSymbol, now) };
    const charged = rateMode === 'FIXED' ? fees.forFixedRate : fees;
    const costs = {
      payout: charged.inInstrument(to, now),
      payoutUsd: charged.inUsd(to, now),
      collectionUsd: charged.collectionInUsd(from, now),
    };
    const fixed = fixedRateTermsOf(from.marketSymbol, to.marketSymbol, now);
    const tradeCosts = [trading.costOf(from.marketSymbol, 'send'), trading.costOf(to.marketSymbol, 'receive')];
    const rooms = [trading.roomOf(from.marketSymbol, 'send'), trading.roomOf(to.marketSymbol, 'receive')];
    const limits = [...tradeCosts, ...rooms, ...limitsOf(configuration)];
    const sources = [prices.from, prices.to, costs.payout, costs.collectionUsd, fixed, ...limits];
    const key = `${from.slug} ${to.slug} ${rateMode} ${platformFeePercent}`;
    const known = cache.get(key);
    if (known && sources.every((source, index) => source === known.sources[index])) return known.terms;
    const terms = compute(from, to, rateMode, prices, costs, tradeCosts, rooms, fixed, platformFeePercent);
    if (cache.size > MAX_CACHED) cache.clear();
    cache.set(key, { sources, terms });
    return terms;
  };
}

/** Returns the settings that the bounds of a pair depend on: operators change them while the host runs. */
function limitsOf(configuration: PricingConfiguration): Decimal[] {
  const { minimumUsd, maximumUsd, fixedMaximumUsd, maximumFeeSharePercent, fixedMaximumSpreadPercent } = configuration;
  return [minimumUsd, maximumUsd, fixedMaximumUsd, maximumFeeSharePercent, fixedMaximumSpreadPercent];
}

/** Returns the terms of an order whose payout costs `factor` times the usual fee, at least once (D53). */
export function withPayoutFee(terms: PairTerms, factor: Decimal): PairTerms {
  const extra = amount(factor).minus(ONE);
  if (!extra.gt(ZERO)) return terms;
  const usual = terms.networkFee.minus(amount(terms.texts.collectionFee));
  const networkFee = terms.networkFee.plus(round(usual.times(extra), terms.receiveDecimals, 'up'));
  return { ...terms, networkFee, texts: { ...terms.texts, networkFee: toDecimal(networkFee) } };
}

/** Returns the decimals of an amount to send. */
export function sendDecimalsOf({ precisionDecimals }: Pick<CatalogueInstrument, 'precisionDecimals'>): number {
  return Math.min(precisionDecimals, CLAIMED_DEPOSIT_DECIMALS);
}

/** Cache limit: 300 instruments have 180,000 combinations of pair and mode. */
const MAX_CACHED = 20_000;

function largest(first: Amount, ...others: readonly Amount[]): Amount {
  return others.reduce((most, value) => (value.gt(most) ? value : most), first);
}

function smallest(first: Amount, ...others: readonly Amount[]): Amount {
  return others.reduce((least, value) => (value.lt(least) ? value : least), first);
}

function percent(value: Decimal): Amount {
  return amount(value).div(HUNDRED);
}

/** Returns 1 minus the fee. */
function afterFee(feePercent: Decimal): Amount {
  return ONE.minus(percent(feePercent));
}
