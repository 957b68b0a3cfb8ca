import type { OrderStatus } from '../../../contract/order.ts';
import type { Executor } from '../database.ts';
import type { OrderEventTable, OrderOriginTable, OrderRow, OrderStages, OrderTable } from '../tables/orders.ts';
import { selectOrders, toOrderRow, writeOrderStages } from './orderStages.ts';

/** Inserts up to a few dozen orders in one statement. */
export async function insertOrders(executor: Executor, orders: readonly OrderTable[]): Promise<void> {
  await executor.insertInto('orders').values(orders).execute();
}

/** Inserts the origins of up to a few dozen orders in one statement. */
export async function insertOrderOrigins(executor: Executor, origins: readonly OrderOriginTable[]): Promise<void> {
  await executor.insertInto('order_origins').values(origins).execute();
}

export async function findOrder(executor: Executor, orderId: string): Promise<OrderRow | undefined> {
  const row = await selectOrders(executor).where('orders.id', '=', orderId).executeTakeFirst();
  return row && toOrderRow(row);
}

/** Returns the orders with these ids, at most a few hundred, in no particular order. */
export async function listOrders(executor: Executor, orderIds: readonly string[]): Promise<OrderRow[]> {
  if (orderIds.length === 0) return [];
  return (await selectOrders(executor).where('orders.id', 'in', orderIds).execute()).map(toOrderRow);
}

export type OrderChanges = Partial<Omit<OrderTable, 'id' | 'version' | 'next_check_at'> & OrderStages>;

/**
 * Writes `changes` and raises the version if the order is unchanged since it was read. Returns the updated order, or
 * undefined if another process has changed it: read it again and decide again. Changes of stages need a transaction.
 */
export async function updateOrder(executor: Executor, order: OrderRow, changes: OrderChanges): Promise<OrderRow | undefined> {
  const { acceptance = order.acceptance, settlement = order.settlement, refund = order.refund, ...columns } = changes;
  const updated = await executor
    .updateTable('orders')
    .set({ ...columns, next_check_at: 0, version: order.version + 1 })
    .where('id', '=', order.id)
    .where('version', '=', order.version)
    .returningAll()
    .executeTakeFirst();
  if (!updated) return undefined;
  await writeOrderStages(executor, order.id, changes);
  return { ...updated, acceptance, settlement, refund };
}

/**
 * Raises an order's version and returns the updated order, so that a decision based on an earlier read fails. The row stays
 * locked until the end of the transaction.
 */
export async function touchOrder(transaction: Executor, orderId: string): Promise<OrderRow | undefined> {
  await transaction
    .updateTable('orders')
    .set((order) => ({ next_check_at: 0, version: order('version', '+', 1) }))
    .where('id', '=', orderId)
    .execute();
  return await findOrder(transaction, orderId);
}

/** {@link listMovableOrders} leaves the order out until then, unless its row is written before: no version, it is no state. */
export async function deferOrder(executor: Executor, order: Pick<OrderRow, 'id' | 'version'>, until: number): Promise<void> {
  await executor
    .updateTable('orders')
    .set({ next_check_at: until })
    .where('id', '=', order.id)
    .where('version', '=', order.version)
    .execute();
}

export async function insertOrderEvents(executor: Executor, events: readonly OrderEventTable[]): Promise<void> {
  if (events.length > 0) await executor.insertInto('order_events').values(events).execute();
}

export async function listOrderEvents(executor: Executor, orderId: string): Promise<OrderEventTable[]> {
  return await executor.selectFrom('order_events').selectAll().where('order_id', '=', orderId).orderBy('sequence').execute();
}

export type WatchedOrder = Pick<OrderRow, 'id' | 'deposit_address' | 'deposit_memo' | 'min_confirmations'>;

/** Not ended, and with money in them or on its way out. Named one by one: an index finds what is, never what is not. */
export const HOLDING_STATUSES = [
  'CONFIRMING',
  'DECISION_NEEDED',
  'PAYING_OUT',
  'REFUND_REQUESTED',
  'REFUNDING',
] as const satisfies OrderStatus[];

/** Where money may still arrive on a network: open orders, and ended ones for a while (D6). Reads those only, however many there were. */
export async function listWatchedOrders(executor: Executor, network: string, now: number): Promise<WatchedOrder[]> {
  const onNetwork = executor
    .selectFrom('orders')
    .select(['id', 'deposit_address', 'deposit_memo', 'min_confirmations'])
    .where('network_from', '=', network);
  return await onNetwork
    .where('watch_until', '>=', now)
    .union(onNetwork.where('status', 'in', HOLDING_STATUSES))
    .execute();
}

/** The order whose deposit address and memo these are, however long ago. */
export async function findOrderByDepositAddress(
  executor: Executor,
  network: string,
  address: string,
  memo: string | null,
): Promise<OrderRow | undefined> {
  const row = await selectOrders(executor)
    .where('network_from', '=', network)
    .where('deposit_address', '=', address)
    .where((where) => where.or([where('deposit_memo', 'is', null), where('deposit_memo', '=', memo ?? '')]))
    .executeTakeFirst();
  return row && toOrderRow(row);
}

export type DepositCandidate = Pick<OrderRow, 'id' | 'status' | 'first_deposit_at' | 'claimed_deposit_amount'>;

/** Orders, still watched, that were there when something came in a coin to an address that many share. */
export async function listDepositCandidates(
  executor: Executor,
  place: { network: string; instrument: string; address: string },
  createdBy: number,
  now: number,
  count: number,
): Promise<DepositCandidate[]> {
  return await executor
    .selectFrom('orders')
    .select(['id', 'status', 'first_deposit_at', 'claimed_deposit_amount'])
    .where('network_from', '=', place.network)
    .where('watch_until', '>=', now)
    .where('instrument_from', '=', place.instrument)
    .where('deposit_address', '=', place.address)
    .where('created_at', '<=', createdBy)
    .limit(count)
    .execute();
}

/**
 * Orders that may move by themselves: with a deposit, and not yet paid out or refunded. An order that waits is found by
 * its deposits that nobody has judged yet, because most of those that wait were never paid; one that asks, when its
 * deadline is over and there is an address for its money, or when that got into a block: some wait for an answer for ever.
 * What a fee would eat is left out until {@link deferOrder} says.
 */
export async function listMovableOrders(executor: Executor, network: string, now: number): Promise<string[]> {
  const rows = await executor
    .selectFrom('orders')
    .select(['orders.id', 'orders.created_at'])
    .where('network_from', '=', network)
    .where('status', 'in', ['CONFIRMING', 'REFUND_REQUESTED'] satisfies OrderStatus[])
    .where('next_check_at', '<=', now)
    .union(
      executor
        .selectFrom('orders')
        .select(['orders.id', 'orders.created_at'])
        .where('network_from', '=', network)
        .where('status', '=', 'DECISION_NEEDED')
        .where((where) =>
          where.or([
            where.and([
              where('decision_deadline', '<=', now),
              where('refund_address', 'is not', null),
              where('next_check_at', '<=', now),
            ]),
            where.and([
              where('funds_detected_at', 'is', null),
              where.exists(
                where
                  .selectFrom('deposits')
                  .select('deposits.tx_hash')
                  .whereRef('deposits.order_id', '=', 'orders.id')
                  .whereRef('deposits.instrument', '=', 'orders.instrument_from')
                  .where('deposits.role', 'is', null)
                  .where('deposits.block_height', 'is not', null)
                  .where('deposits.is_reorged', '=', 0),
              ),
            ]),
          ]),
        ),
    )
    .union(
      executor
        .selectFrom('deposits')
        .innerJoin('orders', 'orders.id', 'deposits.order_id')
        .select(['orders.id', 'orders.created_at'])
        .where('deposits.network', '=', network)
        .where('deposits.role', 'is', null)
        .where('deposits.is_reorged', '=', 0)
        .where('orders.network_from', '=', network)
        .where('orders.status', '=', 'AWAITING_DEPOSIT'),
    )
    .orderBy('created_at')
    .execute();
  return rows.map((row) => row.id);
}

/**
 * Orders over, or older than `createdBefore`, for which part of the treasury is still reserved without a deposit of the
 * right coin in a block: a payment without a fee can wait for weeks, and one that was in a block can be gone. One that
 * was seen for a fixed rate in time counts until `createdBefore`, though it is in no block yet.
 */
export async function listIdleReservations(
  executor: Executor,
  network: string,
  now: number,
  createdBefore: number,
): Promise<string[]> {
  const rows = await executor
    .selectFrom('reservations')
    // A cross join, because SQLite keeps its order: few orders have a reservation, and a great many wait for ever.
    .crossJoin('orders')
    .select('orders.id')
    .whereRef('orders.id', '=', 'reservations.order_id')
    .where('orders.network_from', '=', network)
    .where('orders.status', 'in', ['AWAITING_DEPOSIT', 'CONFIRMING'] satisfies OrderStatus[])
    .where((where) => where.or([where('orders.expires_at', '<', now), where('orders.created_at', '<', createdBefore)]))
    .where((where) =>
      where.not(
        where.exists(
          where
            .selectFrom('deposits')
            .select('deposits.tx_hash')
            .whereRef('deposits.order_id', '=', 'orders.id')
            .whereRef('deposits.instrument', '=', 'orders.instrument_from')
            .where((one) =>
              one.or([
                one('deposits.block_height', 'is not', null),
                one.and([one('orders.rate_mode', '=', 'FIXED'), one('orders.created_at', '>=', createdBefore)]),
              ]),
            )
            .where('deposits.is_reorged', '=', 0),
        ),
      ),
    )
    .execute();
  return rows.map((row) => row.id);
}

/** The last completed orders, newest first. */
export async function listCompletedOrders(executor: Executor, count: number): Promise<OrderRow[]> {
  const completed = selectOrders(executor).where('status', '=', 'COMPLETED').orderBy('ended_at', 'desc').limit(count);
  return (await completed.execute()).map(toOrderRow);
}

/** Orders of a client since a time for which nothing has come yet. */
export async function countUnpaidOrders(executor: Executor, clientGroup: string, since: number): Promise<number> {
  const row = await executor
    .selectFrom('order_origins')
    // SQLite keeps the order of a cross join: a client has few origins, and there are many unpaid orders.
    .crossJoin('orders')
    .select((select) => select.fn.countAll<number | string | bigint>().as('count'))
    .whereRef('orders.id', '=', 'order_origins.order_id')
    .where('client_group', '=', clientGroup)
    .where('order_origins.created_at', '>', since)
    .where('status', '=', 'AWAITING_DEPOSIT')
    .where('first_deposit_at', 'is', null)
    .executeTakeFirstOrThrow();
  return Number(row.count);
}

export async function countOrders(executor: Executor, status: OrderStatus): Promise<number> {
  const row = await executor
    .selectFrom('orders')
    .select((select) => select.fn.countAll<number | string | bigint>().as('count'))
    .where('status', '=', status)
    .executeTakeFirstOrThrow();
  return Number(row.count);
}
