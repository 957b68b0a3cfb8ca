import { ApiError } from '../../contract/errors.ts';
import { amount, type Amount, type Decimal } from '../../contract/money.ts';
import { PRICE_STALE_MS, SECOND_SOURCE_DIFFERENCE_PERCENT } from '../../contract/limits.ts';
import type { MarketFeed, MarketTick } from '../ports/market/marketFeed.ts';
import { createJumpGuard, differsByMoreThan, type JumpGuard } from './jumpGuard.ts';

/** USD per coin, parsed once per tick. `version` changes with every tick, for caches of derived values. */
export interface Price {
  bid: Amount;
  ask: Amount;
  middle: Amount;
  /** Time of the tick at the source; ms since 1970 */
  at: number;
  version: number;
}

export const PRICE_DISTRUST_REASONS = ['NO_PRICE', 'PRICE_STALE', 'PRICE_JUMPED', 'SOURCES_DIFFER'] as const;
export type PriceDistrust = (typeof PRICE_DISTRUST_REASONS)[number];

/** Decides which market prices are trusted (D41). */
export interface PriceBook {
  /** Returns the current price. Throws ERR_SERVICE_UNAVAILABLE with `details.reason` (a {@link PriceDistrust}) if it is not trusted. */
  price(symbol: string, now: number): Price;
  /** Returns the last price of any age, trusted or not: for lists and charts, never for money. */
  lastKnown(symbol: string): Price | null;
  /**
   * Returns the last trusted price, for operations that don't wait for the market. A price older than a day is returned only
   * after six hours without a newer one, because a process that has just started may soon receive one. Null if there is none.
   */
  lastTrusted(symbol: string): Price | null;
  /** Returns since when (ms) a trusted price is missing, excluding downtimes of the host. Null if there never was one. */
  missingSince(symbol: string): number | null;
  /**
   * Returns the higher of the last trusted and the last known price: while a price is distrusted, caps must hold for both. For a
   * day after a gap of more than a day, the price before the gap is included too, because the first price after a start is
   * compared with no other. Null without a trusted price of the last day.
   */
  highest(symbol: string): Price | null;
  /** As {@link highest}, with the age rules of {@link lastTrusted}. */
  highestOfAnyAge(symbol: string): Price | null;
  /** Returns the last trusted price of each symbol. */
  trusted(): { symbol: string; price: Price }[];
  /**
   * Restores the trusted prices and the downtimes from before this process started. Newer known prices remain.
   */
  remember(known: readonly RememberedPrice[], unwatched: readonly TimeSpan[]): void;
  /** Returns whether any coin has a trusted price now. The dollar does not count: its price is always 1. */
  hasTrustedPrice(): boolean;
  /** Observes every tick, so that no jump between two quotes is missed. Returns the stop function. */
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

/** Age in ms from which a price no longer indicates the value of a coin. */
const OLD_MS = 24 * 3_600_000;
/** Time in ms without a newer price after which an old price is used. */
const SEARCH_MS = 6 * 3_600_000;

/** Multiplying by it is exact and much cheaper than a division. */
const HALF = amount('0.5');

/**
 * Creates a price book. `second` is used only for comparison: a price that differs from it by more than 3 % is distrusted, and
 * a jump that it confirms is trusted at once. While it has no fresh price, the first source is used alone.
 */
export function createPriceBook(feed: MarketFeed, second: MarketFeed | null, now: () => number = Date.now): PriceBook {
  const entries = new Map<string, Entry>();
  const trusted = new Map<string, Price>();
  /** The price of a symbol before a gap of more than a day, and until when it is used */
  const former = new Map<string, { price: Price; until: number }>();
  let unwatchedTimes: readonly TimeSpan[] = [];
  let versions = 0;

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
    return entry;
  };

  const recordTrusted = (symbol: string, last: Price | undefined, next: Price): void => {
    if (last && next.at - last.at > OLD_MS) former.set(symbol, { price: last, until: next.at + OLD_MS });
    trusted.set(symbol, next);
  };

  const secondMiddle = (symbol: string, at: number): Amount | null => {
    const tick = second?.tick(symbol);
    if (!tick || isStale(tick.at, at)) return null;
    return amount(tick.bid).plus(amount(tick.ask)).times(HALF);
  };

  /** Returns why the newest price is not trusted. Returns null if it is, and records it as trusted. */
  const findDistrust = (entry: Entry, symbol: string, at: number): PriceDistrust | null => {
    const { price, guard } = entry;
    if (isStale(price.at, at)) return 'PRICE_STALE';
    const other = secondMiddle(symbol, at);
    if (other && differsByMoreThan(price.middle, other, SECOND_SOURCE_DIFFERENCE_PERCENT)) return 'SOURCES_DIFFER';
    if (other) guard.believe(price.middle, at);
    if (guard.isFrozen(at)) return 'PRICE_JUMPED';
    recordTrusted(symbol, trusted.get(symbol), price);
    return null;
  };

  const updateEntry = (symbol: string): Entry | undefined => {
    const at = now();
    const entry = observe(symbol, at);
    if (!entry) return entries.get(symbol);
    findDistrust(entry, symbol, at);
    return entry;
  };

  const missingSince = (symbol: string): number | null => {
    updateEntry(symbol);
    const last = trusted.get(symbol);
    if (!last) return null;
    return unwatchedTimes.reduce((since, { from, to }) => since + Math.max(0, to - Math.max(from, last.at)), last.at);
  };

  const lastTrusted = (symbol: string): Price | null => {
    updateEntry(symbol);
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
      const reason = findDistrust(entry, symbol, at);
      if (reason !== null) throw distrust(reason, symbol);
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
        // A price from the future was written with a wrong clock.
        if (at > present + PRICE_STALE_MS) continue;
        const younger = trusted.get(symbol);
        const middle = amount(price);
        versions += 1;
        const remembered = { bid: middle, ask: middle, middle, at, version: versions };
        if (younger && younger.at >= at) recordTrusted(symbol, remembered, younger);
        else trusted.set(symbol, remembered);
      }
    },
    hasTrustedPrice: () => {
      const at = now();
      return feed.symbols().some((symbol) => {
        const entry = symbol === 'USD' ? null : observe(symbol, at);
        return entry !== null && findDistrust(entry, symbol, at) === null;
      });
    },
    start: () => {
      const watch = (symbols: readonly string[]) => {
        // Checked on arrival: a stale price can't be checked later.
        for (const symbol of symbols) updateEntry(symbol);
      };
      watch(feed.symbols());
      return feed.onTick(watch);
    },
  };
}

/** A time far in the future counts as stale too: the clock of the source is wrong. */
function isStale(at: number, now: number): boolean {
  return Math.abs(now - at) > PRICE_STALE_MS;
}

function distrust(reason: PriceDistrust, symbol: string): ApiError {
  return new ApiError('ERR_SERVICE_UNAVAILABLE', `There is no reliable price for ${symbol} at the moment.`, { reason, symbol });
}
