import { CONFIRM_BLOCKS, MIN_CONFIRM_MS } from './limits.ts';
import { compare, type Decimal } from './money.ts';

/** The least market limit of a fixed rate, in percent (D67) */
export const LEAST_MARKET_LIMIT_PERCENT = '1';
/** The market limit that a page shows for a host that publishes none (D30) */
export const USUAL_MARKET_LIMIT_PERCENT = '2';

/**
 * Returns by how many percent the market may get worse before a fixed rate is lost (D5, D67): the larger of 1 and the premium. A floating
 * rate has no premium (null).
 */
export function marketLimitPercent(premiumPercent: Decimal | null): Decimal {
  if (premiumPercent === null) return LEAST_MARKET_LIMIT_PERCENT;
  return compare(premiumPercent, LEAST_MARKET_LIMIT_PERCENT) > 0 ? premiumPercent : LEAST_MARKET_LIMIT_PERCENT;
}

/** Returns how long after the fixed rate's time its deposit may be without a block, in ms (D55). */
export function confirmWindowMs(blockSeconds: number): number {
  return Math.max(MIN_CONFIRM_MS, Math.ceil(CONFIRM_BLOCKS * blockSeconds * 1_000));
}
