import { sql } from 'kysely';
import { add, type Decimal } from '../../../../contract/money.ts';
import type { OrderStatus } from '../../../../contract/order.ts';
import type { Executor } from '../../database.ts';
import type { LedgerEntryTable } from '../../tables/payments.ts';
import type { OrderDayRow, SendCostDayRow } from '../../tables/reports.ts';
import { addSums, NO_SUMS, type OrderSums } from './orderSums.ts';

/** Adds an ended order to the day of its pair. */
export async function addOrderSums(
  executor: Executor,
  { day, instrument_from, instrument_to }: Pick<OrderDayRow, 'day' | 'instrument_from' | 'instrument_to'>,
  sums: OrderSums,
): Promise<void> {
  await executor
    .insertInto('order_days')
    .values({ day, instrument_from, instrument_to, ...NO_SUMS, version: 0 })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  // If no row was updated, another process changed the day: read it again.
  for (;;) {
    const row = await executor
      .selectFrom('order_days')
      .selectAll()
      .where('day', '=', day)
      .where('instrument_from', '=', instrument_from)
      .where('instrument_to', '=', instrument_to)
      .executeTakeFirstOrThrow();
    const updated = await executor
      .updateTable('order_days')
      .set({ ...addSums(row, sums), version: row.version + 1 })
      .where('day', '=', day)
      .where('instrument_from', '=', instrument_from)
      .where('instrument_to', '=', instrument_to)
      .where('version', '=', row.version)
      .executeTakeFirst();
    if (updated.numUpdatedRows === 1n) return;
  }
}

/** Adds what a network charged to a day. `usd` is null without a price; `amount` is negative when a fee is taken back. */
export async function addSendCost(
  executor: Executor,
  { day, instrument, kind }: Pick<SendCostDayRow, 'day' | 'instrument' | 'kind'>,
  cost: { amount: Decimal; usd: Decimal | null },
): Promise<void> {
  await executor
    .insertInto('send_cost_days')
    .values({ day, instrument, kind, amount: '0', amount_usd: '0', unpriced: 0, version: 0 })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  for (;;) {
    const row = await executor
      .selectFrom('send_cost_days')
      .selectAll()
      .where('day', '=', day)
      .where('instrument', '=', instrument)
      .where('kind', '=', kind)
      .executeTakeFirstOrThrow();
    const updated = await executor
      .updateTable('send_cost_days')
      .set({
        amount: add(row.amount, cost.amount),
        amount_usd: add(row.amount_usd, cost.usd ?? '0'),
        unpriced: row.unpriced + (cost.usd === null ? 1 : 0),
        version: row.version + 1,
      })
      .where('day', '=', day)
      .where('instrument', '=', instrument)
      .where('kind', '=', kind)
      .where('version', '=', row.version)
      .executeTakeFirst();
    if (updated.numUpdatedRows === 1n) return;
  }
}

interface Days {
  /** The begin of the first and of the last day */
  from: number;
  to: number;
}

/** Returns the sums of the pairs, by day. */
export async function listOrderDays(executor: Executor, { from, to }: Days): Promise<OrderDayRow[]> {
  const rows = executor.selectFrom('order_days').selectAll().where('day', '>=', from).where('day', '<=', to);
  return await rows.orderBy('day').orderBy('instrument_from').orderBy('instrument_to').execute();
}

/** Returns what networks charged, by day. */
export async function listSendCostDays(executor: Executor, { from, to }: Days): Promise<SendCostDayRow[]> {
  const rows = executor.selectFrom('send_cost_days').selectAll().where('day', '>=', from).where('day', '<=', to);
  return await rows.orderBy('day').orderBy('instrument').orderBy('kind').execute();
}

interface Span {
  /** In ms since 1970 */
  since: number;
  /** Exclusive */
  until: number;
}

/** An order that ended, with what the ledger does not know of it */
export interface EndedOrder {
  id: string;
  status: OrderStatus;
  instrument_from: string;
  instrument_to: string;
  /** Of the settlement */
  market_price: Decimal | null;
  /** The id of the payout or refund that ended it, and what the caps counted of it */
  send_id: string | null;
  usd_value: Decimal | null;
}

/** Returns the orders that completed or were refunded in a span of time. */
export async function listEndedOrders(executor: Executor, { since, until }: Span): Promise<EndedOrder[]> {
  const ownSend = sql<string>`case orders.status when 'COMPLETED' then 'PAYOUT:' else 'REFUND:' end || orders.id`;
  return await executor
    .selectFrom('orders')
    .leftJoin('order_settlements', 'order_settlements.order_id', 'orders.id')
    .leftJoin('outbox', (join) => join.on('outbox.id', '=', ownSend))
    .select(['orders.id', 'orders.status', 'orders.instrument_from', 'orders.instrument_to'])
    .select(['order_settlements.market_price', 'outbox.id as send_id', 'outbox.usd_value'])
    .where('orders.status', 'in', ['COMPLETED', 'REFUNDED'])
    .where('orders.ended_at', '>=', since)
    .where('orders.ended_at', '<', until)
    .execute();
}

/** A line of the journals that exchange or refund an order, or book what it earned */
export type ExchangeLine = Pick<
  LedgerEntryTable,
  'journal_id' | 'order_id' | 'send_id' | 'kind' | 'account' | 'instrument' | 'amount'
>;

/** Returns the lines of the exchanges, refunds and earnings of the orders that ended in a span of time, without reversals. */
export async function listExchangeLines(executor: Executor, { since, until }: Span): Promise<ExchangeLine[]> {
  return await executor
    .selectFrom('orders')
    .innerJoin('ledger_entries', 'ledger_entries.order_id', 'orders.id')
    .select(['ledger_entries.order_id', 'ledger_entries.send_id', 'ledger_entries.kind', 'ledger_entries.account'])
    .select(['ledger_entries.instrument', 'ledger_entries.amount', 'ledger_entries.journal_id'])
    .where('orders.status', 'in', ['COMPLETED', 'REFUNDED'])
    .where('orders.ended_at', '>=', since)
    .where('orders.ended_at', '<', until)
    .where('ledger_entries.kind', 'in', ['EXCHANGE', 'REFUND', 'ACCRUAL'])
    .where('ledger_entries.is_reversal', '=', 0)
    .execute();
}

/** Returns the lines that book what networks charged for sends in a span of time, with the kinds of the sends. */
export async function listSendCostLines(
  executor: Executor,
  { since, until }: Span,
): Promise<Pick<SendCostDayRow, 'instrument' | 'kind' | 'amount'>[]> {
  return await executor
    .selectFrom('ledger_entries')
    .innerJoin('outbox', 'outbox.id', 'ledger_entries.send_id')
    .select(['ledger_entries.instrument', 'ledger_entries.amount', 'outbox.kind'])
    .where('ledger_entries.created_at', '>=', since)
    .where('ledger_entries.created_at', '<', until)
    .where('ledger_entries.account', '=', 'NETWORK_FEES')
    .where('ledger_entries.kind', 'in', ['SENT', 'SEND_FAILED'])
    .execute();
}

/**
 * Returns how long the orders took from the deposit to the payout, in ms, that completed in a span of time: the duration that `fraction`
 * of them did not exceed. null: none completed.
 */
export async function findDuration(executor: Executor, { since, until }: Span, fraction: number): Promise<number | null> {
  const completed = executor
    .selectFrom('orders')
    .where('status', '=', 'COMPLETED')
    .where('ended_at', '>=', since)
    .where('ended_at', '<', until)
    .where('first_deposit_at', 'is not', null);
  const { orders } = await completed.select((select) => select.fn.countAll().as('orders')).executeTakeFirstOrThrow();
  const count = Number(orders);
  if (count === 0) return null;
  const took = sql<number>`ended_at - first_deposit_at`;
  const position = Math.max(0, Math.ceil(count * fraction) - 1);
  const found = await completed.select(took.as('took')).orderBy(took).limit(1).offset(position).executeTakeFirst();
  return found ? Number(found.took) : null;
}
