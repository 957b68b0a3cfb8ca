import type { Decimal } from '../../../contract/money.ts';

/**
 * Faults of an embedded feed (D12):
 * - `down`: no prices
 * - `stale`: no new prices; the last ones are refused after 30 s (D41)
 * - `jump`: every coin except the dollar gains 15 %; refused at once (D41)
 */
export const MARKET_BREAK_MODES = ['down', 'stale', 'jump'] as const;
export type MarketBreakMode = (typeof MARKET_BREAK_MODES)[number];

/** Controls of the embedded market for the sandbox. Their effect survives restarts. A real feed has none. */
export interface MarketControls {
  /** Sets the price of a symbol in USD. Throws ERR_NOT_FOUND for an unknown symbol, ERR_VALIDATION for an invalid price. */
  setPrice(symbol: string, price: Decimal): Promise<void>;
  breakFeed(mode: MarketBreakMode): void | Promise<void>;
  mend(): void | Promise<void>;
  mode(): 'working' | MarketBreakMode;
}
