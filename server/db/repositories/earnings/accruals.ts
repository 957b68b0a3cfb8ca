import { sum, type Decimal } from '../../../../contract/money.ts';
import type { OrderStatus, RateMode } from '../../../../contract/order.ts';
import { compiledListRead } from '../../compiled.ts';
import type { Executor } from '../../database.ts';
import type { AccrualRow } from '../../tables/affiliates.ts';

export async function insertAccrual(executor: Executor, row: AccrualRow): Promise<void> {
  await executor.insertInto('accruals').values(row).execute();
}

/** Returns how many accruals a customer has: 2 stands for more. */
export async function countAccruals(executor: Executor, userId: number): Promise<number> {
  const rows = await executor.selectFrom('accruals').select('id').where('user_id', '=', userId).limit(2).execute();
  return rows.length;
}

/** The position of an accrual in a list, for paging */
export type AccrualPosition = Pick<AccrualRow, 'created_at' | 'id'>;

/** An accrual with the coins of its order; the amounts are those of the settlement. */
export interface ListedAccrual extends AccrualRow {
  instrument_from: string;
  instrument_to: string;
  /** In instrument_from */
  sent_amount: Decimal;
}

/** Returns a page of a customer's accruals of a kind after `after`, the newest first. */
export async function listAccruals(
  executor: Executor,
  page: { userId: number; kind: AccrualRow['kind']; after: AccrualPosition | null; limit: number },
): Promise<ListedAccrual[]> {
  const { userId, kind, after, limit } = page;
  const all = executor
    .selectFrom('accruals')
    .innerJoin('orders', 'orders.id', 'accruals.order_id')
    .innerJoin('order_settlements', 'order_settlements.order_id', 'accruals.order_id')
    .selectAll('accruals')
    .select(['orders.instrument_from', 'orders.instrument_to', 'order_settlements.amount as sent_amount'])
    .where('accruals.user_id', '=', userId)
    .where('accruals.kind', '=', kind)
    .orderBy('accruals.created_at', 'desc')
    .orderBy('accruals.id', 'desc')
    .limit(limit);
  if (after === null) return await all.execute();
  return await all
    .where('accruals.created_at', '<=', after.created_at)
    .where((where) => where.or([where('accruals.created_at', '<', after.created_at), where('accruals.id', '<', after.id)]))
    .execute();
}

/** Returns the accruals of a customer. */
export async function listAccrualsOf(executor: Executor, userId: number): Promise<AccrualRow[]> {
  return await executor.selectFrom('accruals').selectAll().where('user_id', '=', userId).execute();
}

/** Returns the accruals of orders. */
export async function listAccrualsOfOrders(executor: Executor, orderIds: readonly string[]): Promise<AccrualRow[]> {
  return await executor.selectFrom('accruals').selectAll().where('order_id', 'in', orderIds).execute();
}

interface Span {
  /** In ms since 1970 */
  since: number;
  /** Exclusive */
  until: number;
}

/** Returns what the ledger booked as earnings in a span of time. Closed accounts give nothing back here. */
export async function sumAffiliateCosts(executor: Executor, { since, until }: Span): Promise<Decimal> {
  const lines = await executor
    .selectFrom('ledger_entries')
    .select('amount')
    .where('created_at', '>=', since)
    .where('created_at', '<', until)
    .where('account', '=', 'AFFILIATE_COSTS')
    .where('kind', '=', 'ACCRUAL')
    .execute();
  return sum(lines.map(({ amount }) => amount));
}

/** An accrual, with the fee of its order in instrument_to, and what the caps counted of its payout in that coin */
export interface ValuedAccrual extends Pick<AccrualRow, 'amount' | 'document'> {
  rate_mode: RateMode;
  platform_fee: Decimal;
  payout_amount: Decimal | null;
  usd_value: Decimal | null;
}

/** Returns the accruals of the orders that completed in a span of time. */
export async function listAccrualsOfDay(executor: Executor, { since, until }: Span): Promise<ValuedAccrual[]> {
  return await executor
    .selectFrom('orders')
    .innerJoin('accruals', 'accruals.order_id', 'orders.id')
    .innerJoin('order_settlements', 'order_settlements.order_id', 'orders.id')
    .leftJoin('outbox', (join) =>
      join.onRef('outbox.order_id', '=', 'orders.id').on('outbox.kind', '=', 'PAYOUT').on('outbox.state', '=', 'CONFIRMED'),
    )
    .select(['accruals.amount', 'accruals.document', 'orders.rate_mode', 'order_settlements.platform_fee'])
    .select(['outbox.amount as payout_amount', 'outbox.usd_value'])
    .where('orders.status', '=', 'COMPLETED')
    .where('orders.ended_at', '>=', since)
    .where('orders.ended_at', '<', until)
    .execute();
}

/** Returns the accruals with these ids, each with the coins of its order. */
export async function listAccrualsWithCoins(
  executor: Executor,
  ids: readonly string[],
): Promise<Omit<ListedAccrual, 'sent_amount'>[]> {
  return await executor
    .selectFrom('accruals')
    .innerJoin('orders', 'orders.id', 'accruals.order_id')
    .selectAll('accruals')
    .select(['orders.instrument_from', 'orders.instrument_to'])
    .where('accruals.id', 'in', ids)
    .execute();
}

/** An open order that will earn when it completes. Fees are in instrument_to. */
export interface OpenExchange {
  id: string;
  rate_mode: RateMode;
  instrument_from: string;
  instrument_to: string;
  /** Mid-market price, instrument_to per 1 instrument_from */
  market_price: Decimal;
  platform_fee: Decimal;
  /** Of a fixed rate (D67) */
  platform_fee_percent: Decimal;
  premium_percent: Decimal | null;
}

const OPEN: readonly OrderStatus[] = ['CONFIRMING', 'PAYING_OUT'];

/** Returns the open guest orders since `since` that name one of a customer's codes. */
export async function listOpenOrdersOfCodes(executor: Executor, userId: number, since: number): Promise<OpenExchange[]> {
  return await executor
    .selectFrom('affiliate_codes')
    .innerJoin('order_origins', 'order_origins.referrer_id', 'affiliate_codes.code')
    .innerJoin('orders', 'orders.id', 'order_origins.order_id')
    .leftJoin('order_owners', 'order_owners.order_id', 'orders.id')
    .select(OPEN_COLUMNS)
    .where('affiliate_codes.user_id', '=', userId)
    .where('order_origins.created_at', '>=', since)
    .where('order_owners.order_id', 'is', null)
    .where('orders.status', 'in', OPEN)
    .execute();
}

/** Returns the open orders since `since` of customers whom a customer brought. */
export async function listOpenOrdersOfReferred(executor: Executor, userId: number, since: number): Promise<OpenExchange[]> {
  return await executor
    .selectFrom('users')
    .innerJoin('order_owners', 'order_owners.user_id', 'users.id')
    .innerJoin('orders', 'orders.id', 'order_owners.order_id')
    .select(OPEN_COLUMNS)
    .where('users.referrer_user_id', '=', userId)
    .where('order_owners.source', '=', 'SESSION')
    .where('order_owners.created_at', '>=', since)
    .where('orders.status', 'in', OPEN)
    .execute();
}

/** Returns a customer's own open orders since `since`, with how they were created. */
export async function listOwnOpenOrders(
  executor: Executor,
  userId: number,
  since: number,
): Promise<(OpenExchange & { source: 'SESSION' | 'API_KEY' | 'CLAIMED' })[]> {
  return await executor
    .selectFrom('order_owners')
    .innerJoin('orders', 'orders.id', 'order_owners.order_id')
    .select([...OPEN_COLUMNS, 'order_owners.source'])
    .where('order_owners.user_id', '=', userId)
    .where('order_owners.created_at', '>=', since)
    .where('orders.status', 'in', OPEN)
    .execute();
}

const OPEN_COLUMNS = [
  'orders.id',
  'orders.rate_mode',
  'orders.instrument_from',
  'orders.instrument_to',
  'orders.market_price',
  'orders.platform_fee',
  'orders.platform_fee_percent',
  'orders.premium_percent',
] as const;

/** Who may earn from an order. Customers who closed their account are left out. */
export interface OrderParties {
  owner_id: number | null;
  source: 'SESSION' | 'API_KEY' | 'CLAIMED' | null;
  /** The owner's referrer, and the referrer's code */
  referrer_user_id: number | null;
  referrer_code: string | null;
  /** The customer and the code that the order names */
  named_user_id: number | null;
  named_code: string | null;
}

export async function readOrderParties(executor: Executor, orderId: string): Promise<OrderParties | undefined> {
  return (await listOrderParties(executor, [orderId]))[0];
}

/** Returns the parties of up to a few hundred orders. */
export async function listOrderParties(
  executor: Executor,
  orderIds: readonly string[],
): Promise<(OrderParties & { order_id: string })[]> {
  return orderIds.length === 0 ? [] : await partiesOf(executor, orderIds);
}

const partiesOf = compiledListRead<string, OrderParties & { order_id: string }>((executor, orderIds) =>
  executor
    .selectFrom('orders')
    .leftJoin('order_owners', 'order_owners.order_id', 'orders.id')
    .leftJoin('users as owners', (join) =>
      join.onRef('owners.id', '=', 'order_owners.user_id').on('owners.closed_at', 'is', null),
    )
    .leftJoin('users as referrers', (join) =>
      join.onRef('referrers.id', '=', 'owners.referrer_user_id').on('referrers.closed_at', 'is', null),
    )
    .leftJoin('order_origins', 'order_origins.order_id', 'orders.id')
    .leftJoin('affiliate_codes', 'affiliate_codes.code', 'order_origins.referrer_id')
    .leftJoin('users as named', (join) =>
      join.onRef('named.id', '=', 'affiliate_codes.user_id').on('named.closed_at', 'is', null),
    )
    .select([
      'orders.id as order_id',
      'owners.id as owner_id',
      'order_owners.source',
      'referrers.id as referrer_user_id',
      'owners.referrer_code',
      'named.id as named_user_id',
      'affiliate_codes.code as named_code',
    ])
    .where('orders.id', 'in', orderIds),
);
