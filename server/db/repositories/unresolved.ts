import { sql, type RawBuilder, type SqlBool } from 'kysely';
import type { Executor } from '../database.ts';
import type { DepositClaimRow, DepositRow, OrderRow, OutboxRow } from '../tables/orders.ts';
import { selectOrders, toOrderRow } from './orderStages.ts';

/**
 * What may wait for a person, some rows at a time, each kind by an index that has nothing else in it: anybody can make it much.
 * Conditions are written out where a partial index must be known to fit.
 */
export interface UnresolvedPage<Row extends object> {
  /** The last row of the page before */
  after?: Row | undefined;
  /** Of this order only */
  orderId?: string | undefined;
  count: number;
}

function isOn<Row extends object>(
  { after, orderId }: UnresolvedPage<Row>,
  table: string,
  ordered: readonly Extract<keyof NoInfer<Row>, string>[],
  orderColumn = 'order_id',
): RawBuilder<SqlBool> {
  const column = (name: string) => sql.ref(`${table}.${name}`);
  const conditions = [sql<SqlBool>`1 = 1`];
  if (orderId !== undefined) conditions.push(sql<SqlBool>`${column(orderColumn)} = ${orderId}`);
  if (after !== undefined) {
    // Of one order, its name says nothing: compared too, SQLite would begin at the order's first row each time.
    const names = ordered.filter((name) => orderId === undefined || name !== orderColumn);
    conditions.push(sql<SqlBool>`(${sql.join(names.map(column))}) > (${sql.join(names.map((name) => after[name]))})`);
  }
  return sql.join(conditions, sql` and `);
}

/** Payouts and refunds that wait for a person, oldest first; sweeps are planned anew by themselves. */
export async function listUnresolvedSends(executor: Executor, page: UnresolvedPage<OutboxRow>): Promise<OutboxRow[]> {
  return await executor
    .selectFrom('outbox')
    .selectAll()
    .where(sql<boolean>`state in ('HELD', 'REFUSED', 'FAILED')`)
    .where(sql<boolean>`kind in ('PAYOUT', 'REFUND')`)
    .where(isOn(page, 'outbox', ['created_at', 'id']))
    .orderBy('created_at')
    .orderBy('id')
    .limit(page.count)
    .execute();
}

/**
 * Payouts and refunds to be sent for which so many tries were made in vain, or which are due since before `dueBefore` and
 * nobody tries; oldest first.
 */
export async function listOverdueSends(
  executor: Executor,
  { tries, dueBefore }: { tries: number; dueBefore: number },
  page: UnresolvedPage<OutboxRow>,
): Promise<OutboxRow[]> {
  return await executor
    .selectFrom('outbox')
    .selectAll()
    .where(sql<boolean>`state = 'PENDING'`)
    .where(sql<boolean>`kind in ('PAYOUT', 'REFUND')`)
    .where((where) =>
      where.or([
        where('attempts', '>=', tries),
        where.and([where('created_at', '<', dueBefore), where('not_before', '<', dueBefore)]),
      ]),
    )
    .where(isOn(page, 'outbox', ['created_at', 'id']))
    .orderBy('created_at')
    .orderBy('id')
    .limit(page.count)
    .execute();
}

/** Claims that wait for an operator, oldest first. */
export async function listHeldDepositClaims(
  executor: Executor,
  page: UnresolvedPage<DepositClaimRow>,
): Promise<DepositClaimRow[]> {
  const rest = ['network', 'tx_hash', 'transfer_index', 'order_id'] as const;
  return await executor
    .selectFrom('deposit_claims')
    .selectAll()
    .where('state', '=', 'HELD')
    .where(isOn(page, 'deposit_claims', ['created_at', ...rest]))
    .orderBy('created_at')
    .orderBy('network')
    .orderBy('tx_hash')
    .orderBy('transfer_index')
    .orderBy('order_id')
    .limit(page.count)
    .execute();
}

/** Orders whose question is over, or those whose refund is chosen and has not begun; oldest first. */
export async function listStalledOrders(
  executor: Executor,
  status: 'DECISION_NEEDED' | 'REFUND_REQUESTED',
  now: number,
  page: UnresolvedPage<OrderRow>,
): Promise<OrderRow[]> {
  const rows = await selectOrders(executor)
    .where(sql<boolean>`status in ('DECISION_NEEDED', 'REFUND_REQUESTED')`)
    .where('status', '=', status)
    .$if(status === 'DECISION_NEEDED', (asking) => asking.where('decision_deadline', '<=', now))
    .where(isOn(page, 'orders', ['created_at', 'id'], 'id'))
    .orderBy('created_at')
    .orderBy('id')
    .limit(page.count)
    .execute();
  return rows.map(toOrderRow);
}

type PaymentKey = Pick<DepositRow, 'order_id' | 'network' | 'tx_hash' | 'transfer_index'>;
export type UndecidedDeposit = PaymentKey & Pick<DepositRow, 'instrument' | 'amount'>;

/** What lies confirmed for an order, and neither is exchanged nor came besides. */
export async function listUndecidedDeposits(
  executor: Executor,
  page: UnresolvedPage<UndecidedDeposit>,
): Promise<UndecidedDeposit[]> {
  return await executor
    .selectFrom('deposits')
    .select(['order_id', 'network', 'tx_hash', 'transfer_index', 'instrument', 'amount'])
    .where('role', 'is', null)
    .where('booked_at', 'is not', null)
    .where('is_reorged', '=', 0)
    .where(isOn(page, 'deposits', ['order_id', 'network', 'tx_hash', 'transfer_index']))
    .orderBy('order_id')
    .orderBy('network')
    .orderBy('tx_hash')
    .orderBy('transfer_index')
    .limit(page.count)
    .execute();
}

/** One payment that came besides an order, and nobody has said of it where it goes. */
export type OpenExtra = UndecidedDeposit &
  Pick<DepositRow, 'booked_at'> &
  Pick<OrderRow, 'network_from'> & { order_refund_address: OrderRow['refund_address'] };

/** What came besides and has not gone back, order by order. */
export async function listOpenExtras(executor: Executor, page: UnresolvedPage<OpenExtra>): Promise<OpenExtra[]> {
  const key = ['deposits.order_id', 'deposits.network', 'deposits.tx_hash', 'deposits.transfer_index'] as const;
  return (
    executor
      .selectFrom('deposits')
      // A cross join, because SQLite keeps its order: what came besides is little among all orders there ever were.
      .crossJoin('orders')
      .select([...key, 'deposits.instrument', 'deposits.amount', 'deposits.booked_at', 'orders.network_from'])
      .select('orders.refund_address as order_refund_address')
      .whereRef('orders.id', '=', 'deposits.order_id')
      .where(sql<boolean>`deposits.role = 'EXTRA'`)
      .where('deposits.refund_id', 'is', null)
      .where('deposits.booked_at', 'is not', null)
      .where('deposits.refund_address', 'is', null)
      .where(isOn(page, 'deposits', ['order_id', 'network', 'tx_hash', 'transfer_index']))
      .orderBy('deposits.order_id')
      .orderBy('deposits.network')
      .orderBy('deposits.tx_hash')
      .orderBy('deposits.transfer_index')
      .limit(page.count)
      .execute()
  );
}

/** Confirmed money that is nobody's: how many payments, not more than `most`, and when the first was booked. */
export async function countUnattributedDeposits(
  executor: Executor,
  most: number,
): Promise<{ count: number; since: number | null }> {
  const oldest = executor
    .selectFrom('deposits')
    .select('booked_at')
    .where('order_id', 'is', null)
    .where('booked_at', 'is not', null)
    .orderBy('booked_at')
    .limit(most);
  const row = await executor
    .selectFrom(oldest.as('oldest'))
    .select((select) => select.fn.countAll<number | string | bigint>().as('count'))
    .select((select) => select.fn.min<number | string | bigint | null>('booked_at').as('since'))
    .executeTakeFirstOrThrow();
  return { count: Number(row.count), since: row.since === null ? null : Number(row.since) };
}
