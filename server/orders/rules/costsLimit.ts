import { COST_RISE_PERCENT } from '../../../contract/limits.ts';
import { amount, compare, isPositive, toDecimal, type Decimal } from '../../../contract/money.ts';
import type { OrderRow } from '../../db/tables/orders.ts';

/** The share of an order's value that the host bears when network fees rise after they were charged (docs/requirements.md#d67). */
const BORNE_SHARE = amount(COST_RISE_PERCENT).div(amount('100'));
/** A sweep waits above this multiple of what its order was charged for it (docs/requirements.md#d67). */
const SWEEP_WAITS_ABOVE = amount('1.5');

/** Returns the most that the network fees of an order may cost: what was charged and 1 % of its value. All in one instrument. */
export function costsLimit(charged: Decimal, value: Decimal): Decimal {
  return toDecimal(amount(charged).plus(amount(value).times(BORNE_SHARE)));
}

/**
 * Returns the cost of collecting the order's deposit above which its sweep waits, in instrumentFrom. Null when the order was charged
 * nothing for it, such as one whose deposit was refunded from its own address.
 */
export function collectionLimit({ refund, settlement }: Pick<OrderRow, 'refund' | 'settlement'>): Decimal | null {
  const charge = refund
    ? { fee: refund.collection_fee, value: refund.amount }
    : settlement && { fee: inInstrumentFrom(settlement.collection_fee, settlement.market_price), value: settlement.amount };
  if (!charge || !isPositive(charge.fee)) return null;
  const usual = toDecimal(amount(charge.fee).times(SWEEP_WAITS_ABOVE));
  const borne = costsLimit(charge.fee, charge.value);
  return compare(usual, borne) < 0 ? usual : borne;
}

function inInstrumentFrom(value: Decimal, marketPrice: Decimal): Decimal {
  return toDecimal(amount(value).div(amount(marketPrice)));
}
