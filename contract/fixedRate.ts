import { compare, type Decimal } from './money.ts';

/** The least market limit of a fixed rate, in percent (D67) */
export const LEAST_MARKET_LIMIT_PERCENT = '1';
/** The market limit of orders that are older than D67, and of hosts that publish none */
export const FORMER_MARKET_LIMIT_PERCENT = '2';

/**
 * Returns by how many percent the market may get worse before a fixed rate is lost (D5, D67): the larger of 1 and the premium.
 * `premiumPercent` is null for orders that are older than this rule.
 */
export function marketLimitPercent(premiumPercent: Decimal | null): Decimal {
  if (premiumPercent === null) return FORMER_MARKET_LIMIT_PERCENT;
  return compare(premiumPercent, LEAST_MARKET_LIMIT_PERCENT) > 0 ? premiumPercent : LEAST_MARKET_LIMIT_PERCENT;
}
