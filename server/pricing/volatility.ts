import { FIXED_RATE_LOCK_MS } from '../../contract/limits.ts';
import { amount, ONE, round, toDecimal, type Amount, type Decimal } from '../../contract/money.ts';
import type { MarketFeed } from '../ports/market/marketFeed.ts';
import type { PricingConfiguration } from './configuration.ts';
import { pairHistory } from './history.ts';

/** What a fixed rate of a pair costs and allows (D67), in percent. */
export interface FixedRateTerms {
  /** Added to the platform fee */
  premiumPercent: Decimal;
  /** Above the limit of yearly volatility no fixed rate is offered. */
  isOffered: boolean;
}

/** Returns the terms of a pair of market symbols, the same object until they change. */
export type FixedRateTermsOf = (fromSymbol: string, toSymbol: string, now: number) => FixedRateTerms;

const HOUR_MS = 3_600_000;
const YEAR_MS = amount(String(365 * 24 * HOUR_MS));
/** One move less than the hours of a day: the first and the last point need not be exactly a day apart. */
const LEAST_MOVES = 23;
/** Points may be late by this much and still be an hour apart. */
const HOUR_TOLERANCE_MS = 60_000;
/** Of a normal distribution, the median of absolute values in standard deviations */
const MEDIAN_OF_NORMAL = amount('0.6745');
/** Yearly volatility of a pair whose history is too short, and of every pair of an embedded market. */
export const ASSUMED_VOLATILITY = amount('0.8');
export const MAXIMUM_VOLATILITY = amount('1.5');
const PERCENT_DECIMALS = 2;
const HUNDRED = amount('100');
/** Interval in ms at which a pair's volatility is computed again. */
const REFRESH_MS = 10 * 60_000;
/** Cached pairs; beyond it, the cache starts again. */
const MAX_CACHED = 20_000;

interface VolatilityOptions {
  feed: Pick<MarketFeed, 'history'>;
  configuration: Pick<PricingConfiguration, 'fixedPremiumPercent' | 'fixedPremiumDeviations'>;
  /** false: the market is embedded, and its moves say nothing about real ones */
  isMeasured: boolean;
}

/**
 * Creates the terms of fixed rates. A fixed rate is an option of the customer: the premium is twice (configurable) the standard
 * deviation of the pair within the time in which the rate is held, so that the option is not worth more than it costs.
 */
export function createFixedRateTerms({ feed, configuration, isMeasured }: VolatilityOptions): FixedRateTermsOf {
  const cache = new Map<string, { until: number; volatility: Amount | null; terms: FixedRateTerms }>();
  return (fromSymbol, toSymbol, now) => {
    // Operators change the settings while the host runs.
    const key = [fromSymbol, toSymbol, configuration.fixedPremiumPercent, configuration.fixedPremiumDeviations].join(' ');
    const known = cache.get(key);
    if (known && now < known.until) return known.terms;
    const volatility = isMeasured ? yearlyVolatility(pairHistory(feed, fromSymbol, toSymbol).points) : null;
    const isSame = known !== undefined && (known.volatility?.toFixed() ?? null) === (volatility?.toFixed() ?? null);
    const terms = isSame ? known.terms : fixedRateTermsAt(volatility ?? ASSUMED_VOLATILITY, configuration);
    if (cache.size > MAX_CACHED) cache.clear();
    // A history arrives some seconds after its first use.
    cache.set(key, { until: now + (volatility === null && isMeasured ? REFRESH_MS / 60 : REFRESH_MS), volatility, terms });
    return terms;
  };
}

/** Returns the terms of a pair with a yearly volatility (0.8 is 80 %). */
export function fixedRateTermsAt(volatility: Amount, configuration: VolatilityOptions['configuration']): FixedRateTerms {
  const windowShare = amount(String(FIXED_RATE_LOCK_MS)).div(YEAR_MS);
  const deviations = amount(configuration.fixedPremiumDeviations);
  const premium = round(volatility.times(windowShare.sqrt()).times(deviations).times(HUNDRED), PERCENT_DECIMALS, 'up');
  const least = amount(configuration.fixedPremiumPercent);
  return {
    premiumPercent: toDecimal(premium.gt(least) ? premium : least),
    isOffered: !volatility.gt(MAXIMUM_VOLATILITY),
  };
}

/**
 * Returns the yearly volatility of prices (0.8 is 80 %): the median of the absolute hourly moves, as a standard deviation. Null with
 * less than 24 hours of history. The median ignores single wrong prices.
 */
export function yearlyVolatility(points: readonly { at: string; price: Decimal }[]): Amount | null {
  const moves: Amount[] = [];
  let before = points[0];
  for (const point of points) {
    if (!before || Date.parse(point.at) - Date.parse(before.at) < HOUR_MS - HOUR_TOLERANCE_MS) continue;
    const moved = amount(point.price).div(amount(before.price)).minus(ONE).abs();
    const hours = amount(String((Date.parse(point.at) - Date.parse(before.at)) / HOUR_MS));
    moves.push(moved.div(hours.sqrt()));
    before = point;
  }
  if (moves.length < LEAST_MOVES) return null;
  const sorted = moves.toSorted((left, right) => left.cmp(right));
  const median = sorted[Math.floor(sorted.length / 2)] ?? ONE;
  return median.div(MEDIAN_OF_NORMAL).times(YEAR_MS.div(amount(String(HOUR_MS))).sqrt());
}
