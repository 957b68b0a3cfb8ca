import { isoTime } from '../../../contract/isoTime.ts';
import { amount, type Decimal } from '../../../contract/money.ts';
import type { LatestOrders } from '../../../contract/schemas/orders.ts';
import { listCompletedOrders } from '../../db/repositories/orders.ts';
import { type OrderContext } from '../core/context.ts';
import { instrumentOf } from '../../instruments/lookup.ts';

const COUNT = 12;
const SIGNIFICANT_DIGITS = 3;

/** Returns recent exchanges for the public (D39): amounts to three significant digits, no id, address or hash. */
export async function latestOrders(context: OrderContext): Promise<LatestOrders> {
  const orders = await listCompletedOrders(context.database, COUNT);
  return orders.map((order) => ({
    instrumentFromSlug: order.instrument_from,
    instrumentToSlug: order.instrument_to,
    currencyFrom: instrumentOf(context, order.instrument_from).currencyTitle,
    currencyTo: instrumentOf(context, order.instrument_to).currencyTitle,
    amountFrom: rounded(order.settlement?.amount ?? order.claimed_deposit_amount),
    amountTo: rounded(order.settlement?.payout_amount ?? order.amount_to_get),
    completedAt: isoTime(order.ended_at ?? order.created_at),
  }));
}

function rounded(exact: Decimal): Decimal {
  return amount(exact).prec(SIGNIFICANT_DIGITS, 1).toFixed();
}
