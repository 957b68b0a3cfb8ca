import type { OrderLine } from '../../../contract/console/search.ts';
import { isoTime } from '../../../contract/isoTime.ts';
import { amount, toDecimal } from '../../../contract/money.ts';
import type { OrderLineRow } from '../../db/repositories/operator/search.ts';

const CENTS = amount('100');

/** Presents an order in a list. */
export function presentLine(row: OrderLineRow): OrderLine {
  return {
    orderId: row.id,
    status: row.status,
    instrumentFrom: row.instrument_from,
    networkFrom: row.network_from,
    instrumentTo: row.instrument_to,
    networkTo: row.network_to,
    claimedAmount: row.claimed_deposit_amount,
    amountToGet: row.amount_to_get,
    usdValue: row.usd_cents === null ? null : toDecimal(amount(String(row.usd_cents)).div(CENTS)),
    customerId: row.customer_id,
    createdAt: isoTime(Number(row.created_at)),
    endedAt: row.ended_at === null ? null : isoTime(Number(row.ended_at)),
  };
}
