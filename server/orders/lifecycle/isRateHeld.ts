import { ApiError } from '../../../contract/errors.ts';
import type { OrderRow } from '../../db/tables/orders.ts';
import type { OrderContext } from '../core/context.ts';
import { hasMarketDropped } from '../rules/depositRules.ts';

type RateTerms = Pick<OrderRow, 'status' | 'rate_mode' | 'expires_at' | 'market_price' | 'instrument_from' | 'instrument_to'>;

/**
 * Returns whether a deposit that is seen now would keep the fixed rate (D55): the market is not over 2 % worse than at creation.
 * Returns null when there is nothing to hold: a floating rate, an expired order, a deposit in a block, or no trusted price.
 */
export function isRateHeld({ desk }: Pick<OrderContext, 'desk'>, order: RateTerms, now: number): boolean | null {
  if (order.rate_mode !== 'FIXED' || order.status !== 'AWAITING_DEPOSIT' || now > order.expires_at) return null;
  try {
    return !hasMarketDropped(order, desk.marketPrice(order.instrument_from, order.instrument_to, now));
  } catch (error) {
    // Without a trusted price the check of a deposit waits too, so the rate is neither held nor lost.
    if (error instanceof ApiError) return null;
    throw error;
  }
}
