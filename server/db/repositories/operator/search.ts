import { sql, type RawBuilder } from 'kysely';
import type { OrderStatus } from '../../../../contract/order.ts';
import type { Executor } from '../../database.ts';
import { isPostgres } from '../../isPostgres.ts';
import type { OrderTable } from '../../tables/orders.ts';

/** Finds what a customer may write, and filters all orders. Every query reads an index of `39_search.ts` or `13_history.ts`. */

const LINE = [
  'id',
  'status',
  'instrument_from',
  'network_from',
  'instrument_to',
  'network_to',
  'claimed_deposit_amount',
  'amount_to_get',
  'usd_cents',
  'customer_id',
  'created_at',
  'ended_at',
] as const;
export type OrderLineRow = Pick<OrderTable, (typeof LINE)[number]>;

/** Found rows of one kind; a search that finds more is not narrow enough to be useful. */
const MOST_FOUND = 20;

/** A column in the form that its index has */
const folded = (executor: Executor, column: string): RawBuilder<string> =>
  isPostgres(executor) ? sql<string>`lower(${sql.ref(column)}) collate "C"` : sql<string>`lower(${sql.ref(column)})`;

export type SearchedColumn = 'destination_address' | 'refund_address' | 'deposit_address' | 'user_email';

/** Returns the newest orders with this text in a column, in lower case. */
export function ordersByText(executor: Executor, column: SearchedColumn, text: string) {
  return (
    executor
      .selectFrom('orders')
      .select(LINE)
      .where(folded(executor, column), '=', text.toLowerCase())
      // Literal, so that the planner recognises a partial index.
      .where(column, 'is not', null)
      .orderBy('created_at', 'desc')
      .limit(MOST_FOUND)
  );
}

export function ordersById(executor: Executor, ids: readonly string[]) {
  return executor.selectFrom('orders').select(LINE).where('id', 'in', ids).orderBy('created_at', 'desc').limit(MOST_FOUND);
}

/** Returns the newest orders of a customer. */
export function ordersOfCustomer(executor: Executor, customerId: number) {
  return executor
    .selectFrom('order_owners')
    .innerJoin('orders', 'orders.id', 'order_owners.order_id')
    .select(LINE.map((column) => `orders.${column}` as const))
    .where('order_owners.user_id', '=', customerId)
    .orderBy('order_owners.created_at', 'desc')
    .limit(MOST_FOUND);
}

export function depositsByHash(executor: Executor, hash: string) {
  return executor
    .selectFrom('deposits')
    .select(['order_id', 'network', 'tx_hash', 'transfer_index', 'instrument', 'amount'])
    .where(folded(executor, 'tx_hash'), '=', hash.toLowerCase())
    .limit(MOST_FOUND);
}

export function paymentsByHash(executor: Executor, hash: string) {
  return executor
    .selectFrom('outbox')
    .select(['order_id', 'withdrawal_id'])
    .where(folded(executor, 'tx_hash'), '=', hash.toLowerCase())
    .limit(MOST_FOUND);
}

/** Returns withdrawals with one of these ids. */
export function withdrawalsById(executor: Executor, ids: readonly string[]) {
  return executor.selectFrom('withdrawals').select(['id', 'user_id', 'created_at']).where('id', 'in', ids).limit(MOST_FOUND);
}

export function withdrawalsByAddress(executor: Executor, address: string) {
  return executor
    .selectFrom('withdrawals')
    .select(['id', 'user_id', 'created_at'])
    .where(folded(executor, 'to_address'), '=', address.toLowerCase())
    .orderBy('created_at', 'desc')
    .limit(MOST_FOUND);
}

/** Which orders a list contains. Times are in ms since 1970; the first is included, the last is not. USD values are in whole cents. */
export interface OrderFilters {
  status?: OrderStatus;
  instrument?: string;
  network?: string;
  from?: number;
  to?: number;
  leastCents?: number;
  mostCents?: number;
  /** The last order of the page before */
  before?: OrderPlace;
  /** The last order that is searched */
  until?: OrderPlace;
}

/** Where an order is in the list of all */
export type OrderPlace = Pick<OrderTable, 'created_at' | 'id'>;

const isBefore = ({ created_at, id }: OrderPlace): RawBuilder<boolean> => sql<boolean>`(created_at, id) < (${created_at}, ${id})`;

/** Returns the order after which `count` newer ones were passed, among those before a place; undefined: there are not so many. */
export async function placeAfter(
  executor: Executor,
  { before, count }: { before: OrderPlace | undefined; count: number },
): Promise<OrderPlace | undefined> {
  return await executor
    .selectFrom('orders')
    .select(['created_at', 'id'])
    .where(before ? isBefore(before) : sql<boolean>`1 = 1`)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .offset(count - 1)
    .limit(1)
    .executeTakeFirst();
}

/** Returns the newest orders that pass the filters. */
export function filteredOrders(executor: Executor, filters: OrderFilters, limit: number) {
  const { status, instrument, network, from, to, leastCents, mostCents, before, until } = filters;
  let page = executor.selectFrom('orders').select('id');
  // No condition that another index answers: reading this one index to its end is faster than sorting what another one finds.
  if (status !== undefined) page = page.where(sql<boolean>`coalesce(status, '') = ${status}`);
  if (instrument !== undefined) page = page.where(sql<boolean>`${instrument} in (instrument_from, instrument_to)`);
  if (network !== undefined) page = page.where(sql<boolean>`${network} in (network_from, network_to)`);
  if (from !== undefined) page = page.where('created_at', '>=', from);
  if (to !== undefined) page = page.where('created_at', '<', to);
  if (leastCents !== undefined) page = page.where('usd_cents', '>=', leastCents);
  if (mostCents !== undefined) page = page.where('usd_cents', '<=', mostCents);
  if (before !== undefined) page = page.where(isBefore(before));
  if (until !== undefined) page = page.where(sql<boolean>`(created_at, id) >= (${until.created_at}, ${until.id})`);
  const ids = page.orderBy('created_at', 'desc').orderBy('id', 'desc').limit(limit);
  return executor.selectFrom('orders').select(LINE).where('id', 'in', ids).orderBy('created_at', 'desc').orderBy('id', 'desc');
}
