import type { Decimal } from '../../../contract/money.ts';

/**
 * How an embedded feed can be broken on purpose (D12):
 * - `down`: no prices at all, at once
 * - `stale`: the last prices stay and grow old; refused after 30 s (D41)
 * - `jump`: every coin but the dollar is suddenly worth 15 % more; refused at once (D41)
 */
export const MARKET_BREAK_MODES = ['down', 'stale', 'jump'] as const;
export type MarketBreakMode = (typeof MARKET_BREAK_MODES)[number];

/** What the sandbox may do to the embedded market, kept over restarts. A real feed has no controls. */
export interface MarketControls {
  /** USD for 1 of the symbol. Throws ERR_NOT_FOUND for an unknown symbol, ERR_VALIDATION for a price of nought. */
  setPrice(symbol: string, price: Decimal): Promise<void>;
  breakFeed(mode: MarketBreakMode): void | Promise<void>;
  mend(): void | Promise<void>;
  mode(): 'working' | MarketBreakMode;
}
