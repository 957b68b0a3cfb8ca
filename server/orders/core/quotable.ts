import { CLAIMED_DEPOSIT_DECIMALS } from '../../../contract/limits.ts';
import { amount, roundToDecimal, type Decimal } from '../../../contract/money.ts';
import type { OrderRow } from '../../db/tables/orders.ts';
import { type OrderContext } from './context.ts';
import { instrumentOf } from '../../instruments/lookup.ts';

/** Rounds a deposited amount down to the decimals of a claimed amount (D2), as the desk quotes it. */
export function quotable(
  context: Pick<OrderContext, 'catalogue'>,
  order: Pick<OrderRow, 'instrument_from'>,
  total: Decimal,
): Decimal {
  const decimals = Math.min(CLAIMED_DEPOSIT_DECIMALS, instrumentOf(context, order.instrument_from).precisionDecimals);
  return roundToDecimal(amount(total), decimals, 'down');
}
