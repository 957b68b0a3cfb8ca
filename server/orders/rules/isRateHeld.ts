import type { Decimal } from '../../../contract/money.ts';
import type { OrderRow } from '../../db/tables/orders.ts';
import { hasMarketDropped } from './depositRules.ts';
import type { Known } from './orderFacts.ts';

export type RateTerms = Pick<
  OrderRow,
  'status' | 'rate_mode' | 'expires_at' | 'market_price' | 'premium_percent' | 'instrument_from' | 'instrument_to'
>;

/**
 * Returns whether `decide` would keep the fixed rate for a deposit that is seen now (D55): the market is within the order's limit of
 * what it was at creation. Returns null when there is nothing to hold: a floating rate, an expired order, a deposit in a block, or no trusted price.
 */
export function isRateHeld(order: RateTerms, now: number, marketPrice: () => Known<Decimal>): boolean | null {
  if (order.rate_mode !== 'FIXED' || order.status !== 'AWAITING_DEPOSIT' || now > order.expires_at) return null;
  const price = marketPrice();
  // Without a trusted price the check of a deposit waits too, so the rate is neither held nor lost.
  return 'value' in price ? !hasMarketDropped(order, price.value) : null;
}
