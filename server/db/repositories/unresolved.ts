import { sql, type Expression, type RawBuilder, type SqlBool } from 'kysely';
import type { Decimal } from '../../../contract/money.ts';
import type { Executor } from '../database.ts';
import type { DepositClaimRow, DepositRow, OrderRow } from '../tables/orders.ts';
import type { OutboxRow } from '../tables/payments.ts';
import { CUSTOMER_KINDS } from '../tables/payments.ts';
import { isUnresolved } from './outbox.ts';

/** One kind of item that waits for an operator. Every query reads a partial index that holds only such rows. */
export interface UnresolvedQuery<Row> {
  /** How many there are. `oldestAt`: since when the oldest has been waiting, in ms since 1970 */
  count(): Promise<UnresolvedCount>;
  /** One page, oldest first; of one order when `orderId` is given */
  list(page: UnresolvedPage): Promise<(Row & { since: number })[]>;
}

export interface UnresolvedCount {
  count: number;
  oldestAt: number | null;
}

export interface UnresolvedPage {
  orderId?: string;
  limit: number;
  offset: number;
}

/** `query` selects `order_id`, `since` and a unique `key`. */
function paged<Row>(executor: Executor, query: Expression<Row & { since: number | null }>): UnresolvedQuery<Row> {
  return {
    count: async () => {
      const totals = sql<{ count: number | string; oldest: number | string | null }>`
        select count(*) as count, min(since) as oldest from ${query} as items`;
      const [{ count, oldest } = { count: 0, oldest: null }] = (await totals.execute(executor)).rows;
      return { count: Number(count), oldestAt: oldest === null ? null : Number(oldest) };
    },
    list: async ({ orderId, limit, offset }) => {
      const ofOrder = orderId === undefined ? sql`` : sql`where order_id = ${orderId}`;
      const page = sql<Row & { since: number }>`
        select * from ${query} as items ${ofOrder} order by since, key limit ${limit} offset ${offset}`;
      return (await page.execute(executor)).rows;
    },
  };
}

/** Payments to customers in one of these states. Sweeps and top-ups are planned again automatically. */
export function unresolvedSends(
  executor: Executor,
  state: 'HELD' | 'FAILED' | 'REFUSED' | 'PENDING',
  condition: RawBuilder<SqlBool> = sql<SqlBool>`1 = 1`,
): UnresolvedQuery<OutboxRow> {
  return paged<OutboxRow>(
    executor,
    executor
      .selectFrom('outbox')
      .selectAll()
      .select(['created_at as since', 'id as key'])
      .where(isUnresolved)
      .where('state', '=', state)
      .where(condition),
  );
}

/** Confirmed payments to customers of which less arrived than was sent, until an operator settles them. */
export function shortSends(executor: Executor): UnresolvedQuery<OutboxRow> {
  return paged<OutboxRow>(
    executor,
    executor
      .selectFrom('outbox')
      .selectAll()
      .select(['confirmed_at as since', 'id as key'])
      .where('arrived_amount', 'is not', null)
      .where('arrival_note', 'is', null)
      .where('kind', 'in', CUSTOMER_KINDS),
  );
}

/** Selects refused sends that wait for a deposit that was reorged. */
export function isRefusedFor(reason: string): RawBuilder<SqlBool> {
  return sql<SqlBool>`reason = ${reason}`;
}

/** Selects refused sends with other reasons. Those with the reason `passing` count only if they were planned before a time. */
export function isRefusedForOther(reason: string, passing: string, plannedBefore: number): RawBuilder<SqlBool> {
  return sql<SqlBool>`coalesce(reason, '') <> ${reason} and (coalesce(reason, '') <> ${passing} or created_at < ${plannedBefore})`;
}

/** Selects pending sends with at least `attempts` attempts, or due since `dueBefore` without an attempt. */
export function isOverdue(attempts: number, dueBefore: number): RawBuilder<SqlBool> {
  return sql<SqlBool>`(attempts >= ${attempts} or (created_at < ${dueBefore} and not_before < ${dueBefore}))`;
}

/** Claims of deposits that an operator has to compare. */
export function unresolvedClaims(executor: Executor): UnresolvedQuery<DepositClaimRow & { key: string }> {
  return paged<DepositClaimRow & { key: string }>(
    executor,
    executor
      .selectFrom('deposit_claims')
      .selectAll()
      .select(['created_at as since', sql<string>`tx_hash || '#' || transfer_index || ' ' || order_id`.as('key')])
      .where('state', '=', 'HELD'),
  );
}

/** Network fee of one transfer by instrument, in the instrument itself. An instrument with an unknown fee is not in it. */
export type TransferFees = ReadonlyMap<string, Decimal>;

/** Precise enough to compare an amount with a fee; never used for bookkeeping. */
const exceedsFee = (amount: string, instrument: string, fees: TransferFees): RawBuilder<SqlBool> => {
  const cases = [...fees].map(([slug, fee]) => sql`when ${slug} then cast(${fee} as numeric)`);
  const fee = cases.length === 0 ? sql`0` : sql`case ${sql.ref(instrument)} ${sql.join(cases, sql` `)} else 0 end`;
  return sql<SqlBool>`cast(${sql.ref(amount)} as numeric) > ${fee}`;
};

export type UndecidedOrder = Pick<OrderRow, 'decision_reason'> & {
  order_id: string;
  instrument: string;
  /** The amounts of the order's own deposits, separated by commas */
  amounts: string;
};

const undecided = (executor: Executor, now: number) =>
  executor
    .selectFrom('orders')
    .innerJoin('deposits', (join) =>
      join.onRef('deposits.order_id', '=', 'orders.id').onRef('deposits.instrument', '=', 'orders.instrument_from'),
    )
    .select(['orders.id as order_id', 'orders.id as key', 'orders.decision_deadline as since'])
    .select(['orders.decision_reason', 'orders.instrument_from as instrument'])
    // In SQLite a floating-point number: for the comparison with the fee only.
    .select(sql<number | string>`sum(cast(deposits.amount as numeric))`.as('total'))
    .select(sql<string>`string_agg(cast(deposits.amount as text), ',')`.as('amounts'))
    .where('orders.status', '=', 'DECISION_NEEDED')
    .where('orders.refund_address', 'is', null)
    .where('orders.decision_deadline', '<=', now)
    .where(sql<SqlBool>`deposits.role is null and deposits.booked_at is not null and deposits.is_reorged = 0`)
    .groupBy('orders.id');

/** Orders whose decision deadline has passed, without a refund address, whose deposits exceed the network fee. */
export function undecidedOrders(executor: Executor, now: number, fees: TransferFees): UnresolvedQuery<UndecidedOrder> {
  return paged<UndecidedOrder>(
    executor,
    executor
      .selectFrom(undecided(executor, now).as('undecided'))
      .selectAll()
      .where(exceedsFee('total', 'instrument', fees)),
  );
}

export type ExtraWithoutAddress = Pick<DepositRow, 'network' | 'tx_hash' | 'transfer_index' | 'instrument' | 'amount'> & {
  order_id: string;
} & Pick<OrderRow, 'network_from'>;

const extras = (executor: Executor) =>
  executor
    .selectFrom('deposits')
    // A cross join, because SQLite keeps its order: there are few extra deposits among all orders.
    .crossJoin('orders')
    .select(['deposits.network', 'deposits.tx_hash', 'deposits.transfer_index', 'deposits.instrument', 'deposits.amount'])
    .select(['deposits.booked_at as since', 'orders.id as order_id', 'orders.network_from'])
    .select(sql<string>`deposits.network || deposits.tx_hash || '#' || deposits.transfer_index`.as('key'))
    .whereRef('orders.id', '=', 'deposits.order_id')
    .where(sql<SqlBool>`deposits.role = 'EXTRA' and deposits.refund_id is null and deposits.booked_at is not null`)
    .where(sql<SqlBool>`deposits.refund_address is null`)
    .where((where) =>
      where.or([where('orders.refund_address', 'is', null), where('deposits.network', '<>', where.ref('orders.network_from'))]),
    );

/** Extra deposits above the network fee without a refund address. An order's refund address is for the order's network only. */
export function extrasWithoutAddress(executor: Executor, fees: TransferFees): UnresolvedQuery<ExtraWithoutAddress> {
  return paged<ExtraWithoutAddress>(executor, extras(executor).where(exceedsFee('deposits.amount', 'deposits.instrument', fees)));
}

/** The instruments whose transfer fee `undecidedOrders` and `extrasWithoutAddress` compare with. */
export async function listInstrumentsToRefund(executor: Executor, now: number): Promise<string[]> {
  const instruments = sql<{ instrument: string }>`
    select instrument from ${undecided(executor, now)} as undecided union select instrument from ${extras(executor)} as extras`;
  return (await instruments.execute(executor)).rows.map(({ instrument }) => instrument);
}

/** Confirmed deposits that belong to no order. */
export function unattributedDeposits(executor: Executor): UnresolvedQuery<DepositRow> {
  return paged<DepositRow>(
    executor,
    executor
      .selectFrom('deposits')
      .selectAll()
      .select(['booked_at as since', sql<string>`network || tx_hash || '#' || transfer_index`.as('key')])
      .where(sql<SqlBool>`order_id is null and booked_at is not null`),
  );
}
