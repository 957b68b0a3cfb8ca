import type { Orders, OrdersInput } from '../../../contract/console/search.ts';
import { ApiError } from '../../../contract/errors.ts';
import { ORDER_STATUSES } from '../../../contract/order.ts';
import { filteredOrders, placeAfter, type OrderFilters, type OrderPlace } from '../../db/repositories/operator/search.ts';
import type { OperatorContext } from '../operatorContext.ts';
import { presentLine } from './orderLine.ts';

const PAGE_SIZE = 50;

/** Orders that one call searches: filters that match nothing would read the whole index. */
const MOST_SEARCHED = 200_000;

/**
 * Returns a page of the orders that pass the filters, newest first. A page may have few orders, or none, although there are more: then its
 * cursor goes on where the search ended. Throws ERR_VALIDATION for an unknown status.
 */
export async function listOrders(
  { database }: Pick<OperatorContext, 'database'>,
  input: OrdersInput,
  searched = MOST_SEARCHED,
): Promise<Orders> {
  const filters = filtersOf(input);
  // Without filters every order that is read is shown.
  const isFiltered = Object.keys(filters).some((name) => name !== 'before');
  const { from = 0, to, before = to === undefined ? undefined : { created_at: to, id: '' } } = filters;
  const until = isFiltered ? await placeAfter(database, { before, count: searched }) : undefined;
  const isMore = until !== undefined && Number(until.created_at) >= from;
  const rows = await filteredOrders(database, { ...filters, ...(until && { until }) }, PAGE_SIZE + 1).execute();
  const page = rows.slice(0, PAGE_SIZE);
  const end = rows.length > PAGE_SIZE ? page.at(-1) : isMore ? until : undefined;
  return { orders: page.map(presentLine), nextCursor: end ? cursorOf(end) : null };
}

const cursorOf = ({ created_at, id }: OrderPlace): string => `${created_at}-${id}`;

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
