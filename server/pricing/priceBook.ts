import { ApiError } from '../../contract/errors.ts';
import { amount, type Amount, type Decimal } from '../../contract/money.ts';
import { PRICE_STALE_MS, SECOND_SOURCE_DIFFERENCE_PERCENT } from '../../contract/limits.ts';
import type { MarketFeed, MarketTick } from '../ports/market/marketFeed.ts';
import { createJumpGuard, differsByMoreThan, type JumpGuard } from './jumpGuard.ts';

/** USD for 1 of a coin, parsed once per tick. `version` changes with every tick, so that what is derived can be kept. */
export interface Price {
  bid: Amount;
  ask: Amount;
  middle: Amount;
  /** When the source said so; milliseconds since 1970 */
  at: number;
  version: number;
}

export const PRICE_DISTRUST_REASONS = ['NO_PRICE', 'PRICE_STALE', 'PRICE_JUMPED', 'SOURCES_DIFFER'] as const;
export type PriceDistrust = (typeof PRICE_DISTRUST_REASONS)[number];

/** The prices that may be traded on (D41). */
export interface PriceBook {
  /** Throws ERR_SERVICE_UNAVAILABLE with `details.reason` (a {@link PriceDistrust}) when there is no price to be trusted. */
  price(symbol: string, now: number): Price;
  /** The last price known, however old, also one that is refused: for lists and charts, never for money. */
  lastKnown(symbol: string): Price | null;
  /**
   * The last price that was to be trusted: for what waits for no market. One that is older than a day is given only when a
   * younger one was looked for in vain for six hours: a process that has just started may have that in a moment. Null when
   * none ever was.
   */
  lastTrusted(symbol: string): Price | null;
  /** Since when a price to be trusted is missing, leaving out the time in which nobody looked for one. Null when none ever was. */
  missingSince(symbol: string): number | null;
  /**
   * The higher of the last trusted price and the last known: while a price is refused, nobody knows which is true, and a cap
   * must hold for either. For a day after one had been missing for more than a day, no less than the one before that: the
   * first that comes is compared with nothing at a start. Null when none was to be trusted for a day.
   */
  highest(symbol: string): Price | null;
  /** {@link highest}, by {@link lastTrusted}. */
  highestOfAnyAge(symbol: string): Price | null;
  /** The last price of each symbol that was to be trusted. */
  trusted(): { symbol: string; price: Price }[];
  /**
   * The prices that were to be trusted before this process started, and the times in which nobody looked for any; a younger
   * price that is known stays.
   */
  remember(known: readonly RememberedPrice[], unwatched: readonly TimeSpan[]): void;
  /** Youngest tick of all, null before the first. */
  newestAt(): number | null;
  /** Watches every tick, so that no jump is missed between two quotes. Returns the stop. */
  start(): () => void;
}

export interface RememberedPrice {
  symbol: string;
  price: Decimal;
  at: number;
}

/** Milliseconds since 1970; `to` is not before `from`, and spans do not overlap. */
export interface TimeSpan {
  from: number;
  to: number;
}

interface Entry {
  tick: MarketTick;
  price: Price;
  guard: JumpGuard;
}

/** So old, a price does not say any more what a coin is worth. */
const OLD_MS = 24 * 3_600_000;
/** So long another one is looked for before it counts all the same. */
const SEARCH_MS = 6 * 3_600_000;

/** Exact, and a fraction of what a division costs. */
const HALF = amount('0.5');

/**
 * `second`, when there is one, is only ever compared with: a price that differs from it by more than 3 % is refused,
 * and a jump that it confirms is believed at once. While it is silent, the first source stands alone.
 */
export function createPriceBook(feed: MarketFeed, second: MarketFeed | null, now: () => number = Date.now): PriceBook {
  const entries = new Map<string, Entry>();
  const trusted = new Map<string, Price>();
  /** What a symbol was worth before nobody knew it for more than a day, and until when that counts */
  const former = new Map<string, { price: Price; until: number }>();
  let unwatchedTimes: readonly TimeSpan[] = [];
  let versions = 0;
  let newest: number | null = null;

  const observe = (symbol: string, at: number): Entry | null => {
    const tick = feed.tick(symbol);
    if (!tick) return null;
    const known = entries.get(symbol);
    if (known?.tick === tick) return known;
    const [bid, ask] = [amount(tick.bid), amount(tick.ask)];
    versions += 1;
    const price = { bid, ask, middle: bid.plus(ask).times(HALF), at: tick.at, version: versions };
    const guard = known?.guard ?? createJumpGuard();
    guard.observe(price.middle, at);
    const entry = { tick, price, guard };
    entries.set(symbol, entry);
    if (newest === null || tick.at > newest) newest = tick.at;
    return entry;
  };

  const follow = (symbol: string, last: Price | undefined, next: Price): void => {
    if (last && next.at - last.at > OLD_MS) former.set(symbol, { price: last, until: next.at + OLD_MS });
    trusted.set(symbol, next);
  };

  const secondMiddle = (symbol: string, at: number): Amount | null => {
    const tick = second?.tick(symbol);
    if (!tick || isStale(tick.at, at)) return null;
    return amount(tick.bid).plus(amount(tick.ask)).times(HALF);
  };

  /** Why the newest price is not to be traded on; null when it is, and then it is remembered as trusted. */
  const doubtAbout = (entry: Entry, symbol: string, at: number): PriceDistrust | null => {
    const { price, guard } = entry;
    if (isStale(price.at, at)) return 'PRICE_STALE';
    const other = secondMiddle(symbol, at);
    if (other && differsByMoreThan(price.middle, other, SECOND_SOURCE_DIFFERENCE_PERCENT)) return 'SOURCES_DIFFER';
    if (other) guard.believe(price.middle, at);
    if (guard.isFrozen(at)) return 'PRICE_JUMPED';
    follow(symbol, trusted.get(symbol), price);
    return null;
  };

  const judged = (symbol: string): Entry | undefined => {
    const at = now();
    const entry = observe(symbol, at);
    if (!entry) return entries.get(symbol);
    doubtAbout(entry, symbol, at);
    return entry;
  };

  const missingSince = (symbol: string): number | null => {
    judged(symbol);
    const last = trusted.get(symbol);
    if (!last) return null;
    return unwatchedTimes.reduce((since, { from, to }) => since + Math.max(0, to - Math.max(from, last.at)), last.at);
  };

  const lastTrusted = (symbol: string): Price | null => {
    judged(symbol);
    const last = trusted.get(symbol);
    if (!last || now() - last.at <= OLD_MS) return last ?? null;
    return now() - (missingSince(symbol) ?? now()) >= SEARCH_MS ? last : null;
  };

  const highestOfAnyAge = (symbol: string): Price | null => {
    const known = lastTrusted(symbol);
    if (!known) return null;
    const earlier = former.get(symbol);
    const others = [entries.get(symbol)?.price, earlier && now() <= earlier.until ? earlier.price : undefined];
    return others.reduce<Price>((most, price) => (price && most.middle.lt(price.middle) ? price : most), known);
  };

  return {
    missingSince,
    price: (symbol, at) => {
      const entry = observe(symbol, at);
      if (!entry) throw distrust('NO_PRICE', symbol);
      const doubt = doubtAbout(entry, symbol, at);
      if (doubt !== null) throw distrust(doubt, symbol);
      return entry.price;
    },
    lastKnown: (symbol) => (observe(symbol, now()) ?? entries.get(symbol))?.price ?? null,
    lastTrusted,
    highest: (symbol) => {
      const price = highestOfAnyAge(symbol);
      return now() - (trusted.get(symbol)?.at ?? Number.NEGATIVE_INFINITY) <= OLD_MS ? price : null;
    },
    highestOfAnyAge,
    trusted: () => [...trusted].map(([symbol, price]) => ({ symbol, price })),
    remember: (known, unwatched) => {
      unwatchedTimes = unwatched;
      const present = now();
      for (const { symbol, price, at } of known) {
        // What is from the future was written by a clock that was wrong.
        if (at > present + PRICE_STALE_MS) continue;
        const younger = trusted.get(symbol);
        const middle = amount(price);
        versions += 1;
        const remembered = { bid: middle, ask: middle, middle, at, version: versions };
        if (younger && younger.at >= at) follow(symbol, remembered, younger);
        else trusted.set(symbol, remembered);
      }
    },
    newestAt: () => newest,
    start: () => {
      const watch = (symbols: readonly string[]) => {
        // Judged when it comes: once it is old, nobody can tell any more whether it was to be trusted.
        for (const symbol of symbols) judged(symbol);
      };
      watch(feed.symbols());
      return feed.onTick(watch);
    },
  };
}

/** A time far in the future is no better than one far in the past: the source's clock is not to be trusted then. */
function isStale(at: number, now: number): boolean {
  return Math.abs(now - at) > PRICE_STALE_MS;
}

function distrust(reason: PriceDistrust, symbol: string): ApiError {
  return new ApiError('ERR_SERVICE_UNAVAILABLE', `There is no reliable price for ${symbol} at the moment.`, { reason, symbol });
}
