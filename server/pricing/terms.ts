import { amount, ONE, round, toDecimal, type Amount, type Decimal } from '../../contract/money.ts';
import { CLAIMED_DEPOSIT_DECIMALS } from '../../contract/limits.ts';
import type { RateMode } from '../../contract/order.ts';
import type { CatalogueInstrument } from '../instruments/catalogue.ts';
import type { MarketFeed } from '../ports/market/marketFeed.ts';
import type { PricingConfiguration } from './configuration.ts';
import type { NetworkFees } from './networkFees.ts';
import type { Terms } from './offer.ts';
import type { Price, PriceBook } from './priceBook.ts';
import { roundSignificant } from './significant.ts';

/** {@link Terms} with everything else that pair data says, in the forms it is said in. Bounds are in instrumentFrom. */
export interface PairTerms extends Terms {
  marketMiddle: Decimal;
  marketRight: Decimal;
  /** The market's bid and ask are too far apart for a fixed rate */
  isThin: boolean;
  /** As pair data says them: written once, not for every amount that is quoted */
  texts: Record<
    'marketLeft' | 'price' | 'networkFee' | 'generalMinimum' | 'generalMaximum' | 'marketMinimum' | 'depositMinimum',
    Decimal
  >;
  /** The tightest of all */
  minimum: Amount;
  maximum: Amount;
  /** No amount is within them */
  isClosed: boolean;
  fixedMaximum: Amount;
  /** USD value of 1 instrumentTo and of 1 instrumentFrom */
  buyQuote: Decimal;
  sellQuote: Decimal;
  /** When the older of the two prices was true */
  at: number;
}

const PRICE_DIGITS = 16;
const QUOTE_DIGITS = 12;
/** Bounds are read by people, and must not change with every tick. */
const BOUND_DIGITS = 3;
const HUNDRED = amount('100');

interface TermsOptions {
  book: PriceBook;
  fees: NetworkFees;
  feed: MarketFeed;
  configuration: PricingConfiguration;
}

export interface TermsOf {
  /** Throws ERR_SERVICE_UNAVAILABLE when one of the prices is not to be trusted (D41). */
  (from: CatalogueInstrument, to: CatalogueInstrument, rateMode: RateMode, now: number): PairTerms;
}

/** The formulae of docs/pricing.md. The same object is given again until a price or a fee changes. */
export function createTerms({ book, fees, feed, configuration }: TermsOptions): TermsOf {
  const kept = new Map<string, { sources: readonly unknown[]; terms: PairTerms }>();
  const keptShare = {
    FLOATING: keptOf(configuration.platformFeePercent),
    FIXED: keptOf(configuration.platformFeePercent).minus(percent(configuration.fixedPremiumPercent)),
  };
  const [minimumUsd, maximumUsd, fixedMaximumUsd, feesInMinimum, thinSpread] = [
    amount(configuration.minimumUsd),
    amount(configuration.maximumUsd),
    amount(configuration.fixedMaximumUsd),
    amount(configuration.minimumNetworkFees),
    amount(configuration.fixedMaximumSpreadPercent),
  ];

  const compute = (
    from: CatalogueInstrument,
    to: CatalogueInstrument,
    rateMode: RateMode,
    prices: { from: Price; to: Price },
    costs: { network: Amount; payoutUsd: Amount; depositUsd: Amount },
  ): PairTerms => {
    const sendDecimals = sendDecimalsOf(from);
    const atLeast = (value: Amount) => round(roundSignificant(value, BOUND_DIGITS, 'up'), sendDecimals, 'up');
    const atMost = (value: Amount) => round(roundSignificant(value, BOUND_DIGITS, 'down'), sendDecimals, 'down');
    const usd = prices.from.middle;
    // Divided once: of the bounds only three digits are shown, and a division takes longer than all the rest.
    const perUsd = ONE.div(usd);
    const marketLeft = roundSignificant(prices.from.bid.div(prices.to.ask), PRICE_DIGITS, 'down');
    const marketRight = roundSignificant(prices.from.ask.div(prices.to.bid), PRICE_DIGITS, 'up');
    const feesUsd = costs.payoutUsd.times(feesInMinimum);
    const generalMinimum = atLeast((feesUsd.gt(minimumUsd) ? feesUsd : minimumUsd).times(perUsd));
    const generalMaximum = atMost(maximumUsd.times(perUsd));
    const sourceFrom = amount(feed.minimumAmount(from.marketSymbol) ?? '0');
    const sourceTo = amount(feed.minimumAmount(to.marketSymbol) ?? '0').div(marketLeft);
    const marketMinimum = atLeast(sourceFrom.gt(sourceTo) ? sourceFrom : sourceTo);
    // Less than the fee of moving it on would be lost on arrival.
    const depositMinimum = atLeast(costs.depositUsd.times(perUsd));
    const minimum = [generalMinimum, marketMinimum, depositMinimum].reduce((most, value) => (value.gt(most) ? value : most));
    const price = roundSignificant(marketLeft.times(keptShare[rateMode]), PRICE_DIGITS, 'down');
    return {
      price,
      platformShare: marketLeft.minus(price),
      networkFee: costs.network,
      sendDecimals,
      receiveDecimals: to.precisionDecimals,
      marketMiddle: toDecimal(roundSignificant(usd.div(prices.to.middle), PRICE_DIGITS, 'down')),
      marketRight: toDecimal(marketRight),
      isThin: marketRight.minus(marketLeft).times(HUNDRED).gt(marketLeft.times(thinSpread)),
      texts: {
        marketLeft: toDecimal(marketLeft),
        price: toDecimal(price),
        networkFee: toDecimal(costs.network),
        generalMinimum: toDecimal(generalMinimum),
        generalMaximum: toDecimal(generalMaximum),
        marketMinimum: toDecimal(marketMinimum),
        depositMinimum: toDecimal(depositMinimum),
      },
      minimum,
      maximum: generalMaximum,
      isClosed: minimum.gt(generalMaximum),
      fixedMaximum: atMost(fixedMaximumUsd.times(perUsd)),
      buyQuote: toDecimal(roundSignificant(prices.to.middle, QUOTE_DIGITS, 'down')),
      sellQuote: toDecimal(roundSignificant(usd, QUOTE_DIGITS, 'down')),
      at: Math.min(prices.from.at, prices.to.at),
    };
  };

  return (from, to, rateMode, now) => {
    const prices = { from: book.price(from.marketSymbol, now), to: book.price(to.marketSymbol, now) };
    const costs = {
      network: fees.inInstrument(to, now),
      payoutUsd: fees.inUsd(to, now),
      depositUsd: fees.inUsd(from, now),
    };
    const sources = [prices.from, prices.to, costs.network, costs.depositUsd];
    const key = `${from.slug} ${to.slug} ${rateMode}`;
    const known = kept.get(key);
    if (known && sources.every((source, index) => source === known.sources[index])) return known.terms;
    const terms = compute(from, to, rateMode, prices, costs);
    if (kept.size > MOST_KEPT) kept.clear();
    kept.set(key, { sources, terms });
    return terms;
  };
}

/** Digits in which an amount of the coin can be claimed. */
export function sendDecimalsOf({ precisionDecimals }: Pick<CatalogueInstrument, 'precisionDecimals'>): number {
  return Math.min(precisionDecimals, CLAIMED_DEPOSIT_DECIMALS);
}

/** 300 instruments make 180,000 pairs and modes; no more than these are worth remembering. */
const MOST_KEPT = 20_000;

function percent(value: Decimal): Amount {
  return amount(value).div(HUNDRED);
}

/** What is left of 1 after a fee. */
function keptOf(feePercent: Decimal): Amount {
  return ONE.minus(percent(feePercent));
}
