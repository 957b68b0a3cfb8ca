import { amount, toDecimal, type Decimal } from '../../../contract/money.ts';

/** The share of an order's value that the host bears when network fees rise after they were charged (docs/requirements.md#d67). */
const BORNE_SHARE = amount('0.01');

/** Returns the most that the network fees of an order may cost: what was charged and 1 % of its value. All in one instrument. */
export function costsLimit(charged: Decimal, value: Decimal): Decimal {
  return toDecimal(amount(charged).plus(amount(value).times(BORNE_SHARE)));
}
