import type { Decimal } from '../../../contract/money.ts';

/** The price of a coin in USD. All networks of a coin share its `marketSymbol`. */
export interface MarketTick {
  symbol: string;
  /** Best bid and ask, in USD for 1. */
  bid: Decimal;
  ask: Decimal;
  /** Time of the price at its source, in ms since 1970. */
  at: number;
}

/** A source of prices. Implementations: `embedded/` (D13: snapshot and seeded random walk) and `ccxt/`. */
export interface MarketFeed {
  /** Name shown as `liquidityProviderPublicCode`. */
  readonly code: string;
  /** Returns the last tick of any age; undefined before the first, or for an unknown symbol. Callers judge the age (D41). */
  tick(symbol: string): MarketTick | undefined;
  symbols(): readonly string[];
  /** Returns about 96 points of the last 24 hours, oldest first; empty when unknown. */
  history(symbol: string): readonly { at: number; price: Decimal }[];
  /** Returns the smallest trade of the source in units of the symbol; null when unknown. */
  minimumAmount(symbol: string): Decimal | null;
  onTick(listener: (symbols: readonly string[]) => void): () => void;
  start(): Promise<() => Promise<void>>;
}
