import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import { add, type Decimal } from '../../../contract/money.ts';
import { DAY_MS, dayOf } from '../../common/day.ts';
import { amountType, required } from '../columns.ts';
import { addSums, NO_SUMS, sumsOfCompleted, sumsOfRefunded, type OrderSums } from '../repositories/reports/orderSums.ts';

/** Sums of ended orders and of network fees by day, filled with what older versions did. `tables/reports.ts` describes the columns. */
export const reportDaysMigration: Migration = {
  async up(database: Kysely<unknown>) {
    const amount = amountType(database);
    let orders = database.schema
      .createTable('order_days')
      .addColumn('day', 'bigint', required)
      .addColumn('instrument_from', 'text', required)
      .addColumn('instrument_to', 'text', required);
    for (const [name, value] of Object.entries(NO_SUMS)) {
      orders = orders.addColumn(name, typeof value === 'number' ? 'integer' : amount, required);
    }
    await orders
      .addColumn('version', 'integer', required)
      .addPrimaryKeyConstraint('order_days_key', ['day', 'instrument_from', 'instrument_to'])
      .execute();
    await database.schema
      .createTable('send_cost_days')
      .addColumn('day', 'bigint', required)
      .addColumn('instrument', 'text', required)
      .addColumn('kind', 'text', required)
      .addColumn('amount', amount, required)
      .addColumn('amount_usd', amount, required)
      .addColumn('unpriced', 'integer', required)
      .addColumn('version', 'integer', required)
      .addPrimaryKeyConstraint('send_cost_days_key', ['day', 'instrument', 'kind'])
      .execute();
    await fillDays(database);
  },
};

/** One day at a time, so that the memory of a busy day suffices. */
async function fillDays(database: Kysely<unknown>): Promise<void> {
  const { rows } = await sql<{ first: number | null; last: number | null }>`
    select min(created_at) as first, max(created_at) as last from ledger_entries`.execute(database);
  const { first = null, last = null } = rows[0] ?? {};
  if (first === null || last === null) return;
  for (let day = dayOf(Number(first)); day <= Number(last); day += DAY_MS) {
    await fillOrders(database, day);
    await fillSendCosts(database, day);
  }
}

interface OldOrder {
  status: string;
  instrument_from: string;
  instrument_to: string;
  amount: Decimal | null;
  platform_fee: Decimal | null;
  network_fee: Decimal | null;
  market_price: Decimal | null;
  refund_fee: Decimal | null;
  sent_amount: Decimal | null;
  usd_value: Decimal | null;
  referrer_share: Decimal | null;
  cashback: Decimal | null;
}

async function fillOrders(database: Kysely<unknown>, day: number): Promise<void> {
  const { rows } = await sql<OldOrder>`
    select orders.status, orders.instrument_from, orders.instrument_to, settled.amount, settled.platform_fee, settled.network_fee,
      settled.market_price, refunds.network_fee as refund_fee, outbox.amount as sent_amount, outbox.usd_value,
      referrers.amount as referrer_share, cashbacks.amount as cashback
    from orders
    join outbox on outbox.id = (case orders.status when 'COMPLETED' then 'PAYOUT:' else 'REFUND:' end || orders.id)
    left join order_settlements settled on settled.order_id = orders.id
    left join order_refunds refunds on refunds.order_id = orders.id
    left join accruals referrers on referrers.order_id = orders.id and referrers.kind = 'REFERRER'
    left join accruals cashbacks on cashbacks.order_id = orders.id and cashbacks.kind = 'CASHBACK'
    where orders.status in ('COMPLETED', 'REFUNDED') and orders.ended_at >= ${day} and orders.ended_at < ${day + DAY_MS}`.execute(
    database,
  );
  const pairs = new Map<string, OrderSums & Pick<OldOrder, 'instrument_from' | 'instrument_to'>>();
  for (const row of rows) {
    const sums = sumsOf(row);
    const { instrument_from, instrument_to } = row;
    const key = `${instrument_from} ${instrument_to}`;
    if (sums) pairs.set(key, { instrument_from, instrument_to, ...addSums(pairs.get(key) ?? NO_SUMS, sums) });
  }
  for (const row of pairs.values()) await insert(database, 'order_days', { day, ...row, version: 0 });
}

function sumsOf(row: OldOrder): OrderSums | null {
  const { amount: sent, platform_fee: platformFee, network_fee: networkFee, market_price: marketPrice, sent_amount: left } = row;
  if (left === null) return null;
  const usdValue = row.usd_value;
  if (row.status === 'REFUNDED') {
    return row.refund_fee === null ? null : sumsOfRefunded({ refunded: left, networkFee: row.refund_fee, usdValue });
  }
  if (sent === null || platformFee === null || networkFee === null || marketPrice === null) return null;
  const earned = { referrerShare: row.referrer_share ?? '0', cashback: row.cashback ?? '0' };
  return sumsOfCompleted({ sent, paid: left, platformFee, networkFee, marketPrice, usdValue, ...earned });
}

/** Nobody stored what a fee was worth when it was paid. */
async function fillSendCosts(database: Kysely<unknown>, day: number): Promise<void> {
  const { rows } = await sql<{ instrument: string; kind: string; amount: Decimal }>`
    select entries.instrument, outbox.kind, entries.amount
    from ledger_entries entries join outbox on outbox.id = entries.send_id
    where entries.created_at >= ${day} and entries.created_at < ${day + DAY_MS}
      and entries.account = 'NETWORK_FEES' and entries.kind in ('SENT', 'SEND_FAILED')`.execute(database);
  const costs = new Map<string, { instrument: string; kind: string; amount: Decimal; unpriced: number }>();
  for (const { instrument, kind, amount } of rows) {
    const key = `${instrument} ${kind}`;
    const known = costs.get(key) ?? { instrument, kind, amount: '0', unpriced: 0 };
    costs.set(key, { ...known, amount: add(known.amount, amount), unpriced: known.unpriced + 1 });
  }
  for (const row of costs.values()) await insert(database, 'send_cost_days', { day, ...row, amount_usd: '0', version: 0 });
}

async function insert(database: Kysely<unknown>, table: string, row: Record<string, unknown>): Promise<void> {
  const columns = sql.join(Object.keys(row).map((name) => sql.ref(name)));
  await sql`insert into ${sql.table(table)} (${columns}) values (${sql.join(Object.values(row))})`.execute(database);
}
