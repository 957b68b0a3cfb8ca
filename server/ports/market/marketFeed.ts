import type { Decimal } from '../../../contract/money.ts';

/** What 1 of a coin is worth in USD. All networks of a coin share the coin's `marketSymbol`. */
export interface MarketTick {
  symbol: string;
  /** USD for 1, best price somebody pays, and asks */
  bid: Decimal;
  ask: Decimal;
  /** When the source said so; milliseconds since 1970 */
  at: number;
}

/** Implementations: `embedded/` (D13: snapshot and seeded random walk) and `ccxt/`. */
export interface MarketFeed {
  /** Name shown as `liquidityProviderPublicCode`. */
  readonly code: string;
  /** The last tick, undefined when the symbol is unknown or nothing came yet. Age is the caller's to judge (D41). */
  tick(symbol: string): MarketTick | undefined;
  symbols(): readonly string[];
  /** The last 24 hours, oldest first, about 96 points; empty where unknown. */
  history(symbol: string): readonly { at: number; price: Decimal }[];
  /** Smallest trade of the source in units of the symbol; null where unknown. */
  minimumAmount(symbol: string): Decimal | null;
  onTick(listener: (symbols: readonly string[]) => void): () => void;
  start(): Promise<() => Promise<void>>;
}
