import { amount, roundToDecimal, type Decimal } from '../../../contract/money.ts';
import { WATCH_AFTER_END_MS } from '../../../contract/limits.ts';
import type { OrderTable } from '../../db/tables/orders.ts';
import type { OrderContext } from './context.ts';
import { randomId } from '../../common/hashing.ts';

/** Returns the fields that are the same for every new order. It awaits its deposit until `expiresAt`, in ms since 1970. */
export function newOrderFields(createdAt: number, expiresAt: number) {
  return {
    id: randomId(),
    version: 1,
    status: 'AWAITING_DEPOSIT',
    created_at: createdAt,
    expires_at: expiresAt,
    first_deposit_at: null,
    rate_locked_at: null,
    funds_detected_at: null,
    decision_reason: null,
    decision_deadline: null,
    ended_at: null,
    watch_until: expiresAt + WATCH_AFTER_END_MS,
    next_check_at: 0,
  } satisfies Partial<OrderTable>;
}

const CENTS = amount('100');

/** Returns what an amount is worth now in whole cents of USD, rounded down; null without a price. For filters, never for money. */
export function usdCentsOf({ usdPrice }: Pick<OrderContext, 'usdPrice'>, instrument: string, value: Decimal): number | null {
  const price = usdPrice(instrument);
  return price === null ? null : Number(roundToDecimal(amount(value).times(amount(price)).times(CENTS), 0, 'down'));
}
