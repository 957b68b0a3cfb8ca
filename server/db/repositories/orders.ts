import type { OrderStatus } from '../../../contract/order.ts';
import type { AddressIndex } from '../../common/addressIndex.ts';
import { compiledRead, insertRows } from '../compiled.ts';
import type { Executor } from '../database.ts';
import type { OrderEventTable, OrderOriginTable, OrderRow, OrderStages, OrderTable } from '../tables/orders.ts';
import { selectOrders, toOrderRow, writeOrderStages } from './orderStages.ts';

/** Inserts up to a few dozen orders in one statement. */
export async function insertOrders(executor: Executor, orders: readonly OrderTable[]): Promise<void> {
  await insertRows(executor, 'orders', orders);
}

/** Inserts the origins of up to a few dozen orders in one statement. */
export async function insertOrderOrigins(executor: Executor, origins: readonly OrderOriginTable[]): Promise<void> {
  await insertRows(executor, 'order_origins', origins);
}

export async function findOrderOrigin(executor: Executor, orderId: string): Promise<OrderOriginTable | undefined> {
  return await executor.selectFrom('order_origins').selectAll().where('order_id', '=', orderId).executeTakeFirst();
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

export type LaterOrder = Pick<OrderRow, 'id' | 'claimed_deposit_amount' | 'status' | 'created_at'>;

/** Returns the orders that exchange later deposits of an order (D63), oldest first. */
export async function listLaterOrders(executor: Executor, orderId: string): Promise<LaterOrder[]> {
  return await executor
    .selectFrom('orders')
    .select(['id', 'claimed_deposit_amount', 'status', 'created_at'])
    .where('first_order_id', '=', orderId)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
}

/** Returns the ids of all orders that have the deposit address of an order: its first order and that one's later orders (D63). */
export async function listOrdersAtAddress(executor: Executor, orderId: string): Promise<string[]> {
  const order = await executor.selectFrom('orders').select('first_order_id').where('id', '=', orderId).executeTakeFirst();
  const firstId = order?.first_order_id ?? orderId;
  const later = await executor.selectFrom('orders').select('id').where('first_order_id', '=', firstId).execute();
  return [firstId, ...later.map(({ id }) => id)];
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

/**
 * Makes {@link listMovableOrders} skip the order until then or until the order is updated. Does not raise the version, because
 * it changes no state.
 */
export async function deferOrder(executor: Executor, order: Pick<OrderRow, 'id' | 'version'>, until: number): Promise<void> {
  await executor
    .updateTable('orders')
    .set({ next_check_at: until })
    .where('id', '=', order.id)
    .where('version', '=', order.version)
    .execute();
}

export async function insertOrderEvents(executor: Executor, events: readonly OrderEventTable[]): Promise<void> {
  await insertRows(executor, 'order_events', events);
}

export async function listOrderEvents(executor: Executor, orderId: string): Promise<OrderEventTable[]> {
  return await executor.selectFrom('order_events').selectAll().where('order_id', '=', orderId).orderBy('sequence').execute();
}

export type WatchedOrder = Pick<OrderRow, 'id' | 'deposit_address' | 'deposit_memo' | 'min_confirmations'>;

/** Statuses of orders that hold money or have a send in flight. Listed explicitly, because an index can't find a negation. */
export const HOLDING_STATUSES = [
  'CONFIRMING',
  'DECISION_NEEDED',
  'PAYING_OUT',
  'REFUND_REQUESTED',
  'REFUNDING',
] as const satisfies OrderStatus[];

/**
 * Returns the orders whose deposit address on a network is watched: open orders, and ended ones for a while (D6). For a later
 * order (D63) returns its first order, which has the same address.
 */
export async function listWatchedOrders(executor: Executor, network: string, now: number): Promise<WatchedOrder[]> {
  const onNetwork = executor
    .selectFrom('orders')
    .select((order) => order.fn.coalesce('first_order_id', 'id').as('id'))
    .select(['deposit_address', 'deposit_memo', 'min_confirmations'])
    .where('network_from', '=', network);
  return await onNetwork
    .where('watch_until', '>=', now)
    .union(onNetwork.where('status', 'in', HOLDING_STATUSES))
    .execute();
}

/**
 * Returns the coins of orders whose deposit address is watched, or whose money the host holds, on these networks: what their transfers cost
 * is about to matter (D77).
 */
export async function listCoinsOfOpenOrders(executor: Executor, networks: readonly string[], now: number): Promise<string[]> {
  if (networks.length === 0) return [];
  const onNetworks = executor
    .selectFrom('orders')
    .select(['instrument_from', 'instrument_to'])
    .distinct()
    .where('network_from', 'in', networks);
  const pairs = await onNetworks
    .where('watch_until', '>=', now)
    .union(onNetworks.where('status', 'in', HOLDING_STATUSES))
    .execute();
  return [...new Set(pairs.flatMap(({ instrument_from, instrument_to }) => [instrument_from, instrument_to]))];
}

/** Returns the order with this deposit address and memo, of any age; the first one if later orders share it (D63). */
export async function findOrderByDepositAddress(
  executor: Executor,
  network: string,
  address: string,
  memo: string | null,
): Promise<OrderRow | undefined> {
  const row = await selectOrders(executor)
    .where('network_from', '=', network)
    .where('deposit_address', '=', address)
    .where('first_order_id', 'is', null)
    .where((where) => where.or([where('deposit_memo', 'is', null), where('deposit_memo', '=', memo ?? '')]))
    .executeTakeFirst();
  return row && toOrderRow(row);
}

/** Whether an order of any age has the deposit address whose normalised form this is. */
export async function findDepositAddress(executor: Executor, normalised: string): Promise<boolean> {
  return (await ordersAt(executor, { normalised })).length > 0;
}

const ordersAt = compiledRead<{ normalised: string }, { id: string }>((executor, value) =>
  executor.selectFrom('orders').select('id').where('deposit_address_key', '=', value('normalised')).limit(1),
);

/** Returns the highest index of a deposit address; 0 without orders. */
export async function findHighestIndex(executor: Executor): Promise<number> {
  const all = executor.selectFrom('orders').select((order) => order.fn.max('deposit_index').as('highest'));
  return Math.max(0, (await all.executeTakeFirstOrThrow()).highest ?? 0);
}

/** Returns the indexes of the deposit addresses of orders since a time, in their order. */
export async function listIndexesSince(executor: Executor, since: number): Promise<number[]> {
  const orders = executor.selectFrom('orders').select('deposit_index').where('created_at', '>=', since);
  return (await orders.where('first_order_id', 'is', null).orderBy('deposit_index').execute()).map((row) => row.deposit_index);
}

/** Returns whether an order has the deposit address of an index. */
export async function isIndexUsed(executor: Executor, index: AddressIndex): Promise<boolean> {
  const orders = executor.selectFrom('orders').select('id').where('deposit_index', '=', index).limit(1);
  return (await orders.executeTakeFirst()) !== undefined;
}

export type DepositCandidate = Pick<OrderRow, 'id' | 'status' | 'first_deposit_at' | 'claimed_deposit_amount'>;

/** Returns up to `count` watched orders, created by `createdBy`, that a deposit to a shared address could belong to. */
export async function listDepositCandidates(
  executor: Executor,
  target: { network: string; instrument: string; address: string },
  createdBy: number,
  now: number,
  count: number,
): Promise<DepositCandidate[]> {
  return await executor
    .selectFrom('orders')
    .select(['id', 'status', 'first_deposit_at', 'claimed_deposit_amount'])
    .where('network_from', '=', target.network)
    .where('watch_until', '>=', now)
    .where('instrument_from', '=', target.instrument)
    .where('deposit_address', '=', target.address)
    .where('created_at', '<=', createdBy)
    .limit(count)
    .execute();
}

/**
 * Returns the ids of orders on which the worker may act, oldest first:
 * - those awaiting confirmations or with a requested refund, unless deferred ({@link deferOrder})
 * - those that need a decision: after the deadline if a refund address is known, or once their deposit is in a block
 * - those awaiting a deposit that have an undecided one; selected by deposit, because most orders are never paid
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
 * Returns the ids of orders whose reservation is not backed by a deposit in a block (D54): a transaction without a fee can stay
 * pending for weeks, and a reorg can drop a confirmed one. A fixed rate needs no deposit until it expires, and an unconfirmed
 * one counts until `confirm_by` (D55).
 */
export async function listIdleReservations(executor: Executor, network: string, now: number): Promise<string[]> {
  const rows = await executor
    .selectFrom('reservations')
    // SQLite keeps the order of a cross join: few orders have a reservation, and many are never paid.
    .crossJoin('orders')
    .select('orders.id')
    .whereRef('orders.id', '=', 'reservations.order_id')
    .where('orders.network_from', '=', network)
    .where('orders.status', 'in', ['AWAITING_DEPOSIT', 'CONFIRMING'] satisfies OrderStatus[])
    .where((where) => where.or([where('orders.rate_mode', '=', 'FLOATING'), where('orders.expires_at', '<', now)]))
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
                one.and([one('orders.rate_mode', '=', 'FIXED'), one('orders.confirm_by', '>=', now)]),
              ]),
            )
            .where('deposits.is_reorged', '=', 0),
        ),
      ),
    )
    .execute();
  return rows.map((row) => row.id);
}

/** Returns the last completed orders, newest first. */
export async function listCompletedOrders(executor: Executor, count: number): Promise<OrderRow[]> {
  const completed = selectOrders(executor).where('status', '=', 'COMPLETED').orderBy('ended_at', 'desc').limit(count);
  return (await completed.execute()).map(toOrderRow);
}

/** Counts the orders of a client, or of a partner's key, since a time that have no deposit yet. */
export async function countUnpaidOrders(
  executor: Executor,
  of: { client_group: string } | { partner_key: string },
  since: number,
): Promise<number> {
  const [row] =
    'client_group' in of
      ? await unpaidOrders.client_group(executor, { who: of.client_group, since })
      : await unpaidOrders.partner_key(executor, { who: of.partner_key, since });
  return Number(row?.count);
}

const unpaidOrders = { client_group: unpaidOrdersOf('client_group'), partner_key: unpaidOrdersOf('partner_key') };

function unpaidOrdersOf(who: 'client_group' | 'partner_key') {
  return compiledRead<{ who: string; since: number }, { count: number | string | bigint }>((executor, value) =>
    executor
      .selectFrom('order_origins')
      // SQLite keeps the order of a cross join: a client has few origins, and there are many unpaid orders.
      .crossJoin('orders')
      .select((select) => select.fn.countAll<number | string | bigint>().as('count'))
      .whereRef('orders.id', '=', 'order_origins.order_id')
      .where(who, '=', value('who'))
      .where('order_origins.created_at', '>', value('since'))
      .where('status', '=', 'AWAITING_DEPOSIT')
      .where('first_deposit_at', 'is', null),
  );
}

export async function countOrders(executor: Executor, status: OrderStatus): Promise<number> {
  const row = await executor
    .selectFrom('orders')
    .select((select) => select.fn.countAll<number | string | bigint>().as('count'))
    .where('status', '=', status)
    .executeTakeFirstOrThrow();
  return Number(row.count);
}
