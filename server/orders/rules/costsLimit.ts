import { COST_RISE_PERCENT } from '../../../contract/limits.ts';
import { amount, ZERO, type Amount } from '../../../contract/money.ts';
import type { OrderRow } from '../../db/tables/orders.ts';

/** The share of an order's value that the host bears when network fees rise after they were charged (docs/requirements.md#d67). */
const BORNE_SHARE = amount(COST_RISE_PERCENT).div(amount('100'));
/** A sweep waits for a day above this multiple of what its order was charged for it (docs/requirements.md#d67). */
const SWEEP_WAITS_ABOVE = amount('1.5');

/** Returns the most that the network fees of an order may cost: what was charged and 1 % of its value. All in one unit. */
export function costsLimit(charged: Amount, value: Amount): Amount {
  return charged.plus(value.times(BORNE_SHARE));
}

/** Returns what an order was charged for collecting its deposit, and the value of the deposit. Both in instrumentFrom; 0 if undecided. */
export function collectionOf({ refund, settlement }: Pick<OrderRow, 'refund' | 'settlement'>): { charge: Amount; value: Amount } {
  if (refund) return { charge: amount(refund.collection_fee), value: amount(refund.amount) };
  if (!settlement) return { charge: ZERO, value: ZERO };
  const { amount: value, collection_fee: fee, market_price: price } = settlement;
  return { charge: amount(fee).div(amount(price)), value: amount(value) };
}

/**
 * Returns what collecting the deposit of an order may cost. `charge`, for collecting it, and `value` are of the order; `charged` and
 * `paid` are all its network fees until now. All in one unit. `isPaid`: its payout or refund has arrived. Before, the sweep may cost no
 * more than was charged for it, because the payout may cost the rest.
 */
export function collectionLimits(
  { charge, value }: { charge: Amount; value: Amount },
  { charged, paid }: { charged: Amount; paid: Amount },
  isPaid: boolean,
): { usual: Amount; most: Amount } {
  const most = (isPaid ? costsLimit(charged, value) : charge).minus(paid);
  const usual = charge.times(SWEEP_WAITS_ABOVE);
  return { usual: usual.lt(most) ? usual : most, most };
}
