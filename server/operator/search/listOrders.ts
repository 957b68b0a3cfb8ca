import type { Orders, OrdersInput } from '../../../contract/console/search.ts';
import { ApiError } from '../../../contract/errors.ts';
import { ORDER_STATUSES } from '../../../contract/order.ts';
import { filteredOrders, type OrderFilters } from '../../db/repositories/operator/search.ts';
import type { OperatorContext } from '../operatorContext.ts';
import { presentLine } from './orderLine.ts';

const PAGE_SIZE = 50;

/** Returns a page of the orders that pass the filters, newest first. Throws ERR_VALIDATION for an unknown status. */
export async function listOrders({ database }: Pick<OperatorContext, 'database'>, input: OrdersInput): Promise<Orders> {
  const rows = await filteredOrders(database, filtersOf(input), PAGE_SIZE + 1).execute();
  const page = rows.slice(0, PAGE_SIZE);
  const last = page.at(-1);
  return {
    orders: page.map(presentLine),
    nextCursor: rows.length > PAGE_SIZE && last ? `${last.created_at}-${last.id}` : null,
  };
}

function filtersOf({ status, instrument, network, from, to, leastUsd, mostUsd, cursor }: OrdersInput): OrderFilters {
  const known = status === undefined ? undefined : ORDER_STATUSES.find((one) => one === status);
  if (status !== undefined && known === undefined) throw new ApiError('ERR_VALIDATION', 'Unknown status.', { field: 'status' });
  const end = cursor?.indexOf('-') ?? -1;
  return {
    ...(known !== undefined && { status: known }),
    ...(instrument !== undefined && { instrument }),
    ...(network !== undefined && { network }),
    ...(from !== undefined && { from: Date.parse(from) }),
    ...(to !== undefined && { to: Date.parse(to) }),
    ...(leastUsd !== undefined && { leastCents: Number(leastUsd) * 100 }),
    ...(mostUsd !== undefined && { mostCents: Number(mostUsd) * 100 }),
    ...(cursor !== undefined && { before: { created_at: Number(cursor.slice(0, end)), id: cursor.slice(end + 1) } }),
  };
}
