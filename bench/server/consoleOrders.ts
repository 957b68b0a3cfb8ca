import { sql } from 'kysely';
import type { Database } from '../../server/db/database.ts';
import { isPostgres } from '../../server/db/isPostgres.ts';

const BATCH = 20_000;
/** The customer of one order in ten */
export const USER_ID = 1;

const TEXTS = {
  id: 'past',
  destination: 'destination',
  deposit: 'deposit',
  refund: 'refund',
  'deposit hash': 'paid',
  'payment hash': 'sent',
  'e-mail': 'mail',
} as const;

/** Returns what finds the order with this number, and no other. */
export const orderText = (kind: keyof typeof TEXTS, number: number): string => `${TEXTS[kind]}${number}`;

const text = (kind: keyof typeof TEXTS): string => `'${TEXTS[kind]}' || n`;

/** SQL of the columns that differ in each copy, by table. The other columns are copied. */
const OTHER: Readonly<Record<'orders' | 'deposits' | 'outbox', Readonly<Record<string, string>>>> = {
  orders: {
    id: text('id'),
    deposit_index: '-n',
    destination_address: text('destination'),
    deposit_address: text('deposit'),
    deposit_address_key: text('deposit'),
    refund_address: text('refund'),
    user_email: text('e-mail'),
    status: "case when n % 10 < 7 then 'COMPLETED' else 'EXPIRED' end",
    instrument_to: "case n % 3 when 0 then 'eth' else 'usdttrc20' end",
    network_to: "case n % 3 when 0 then 'ethereum' else 'tron' end",
    customer_id: `case n % 10 when 0 then ${USER_ID} end`,
    usd_cents: 'n % 1000000',
  },
  deposits: { order_id: text('id'), tx_hash: text('deposit hash') },
  outbox: { id: `'PAYOUT:past' || n`, idempotency_key: `'past' || n`, order_id: text('id'), tx_hash: text('payment hash') },
};
const TIMES = ['created_at', 'expires_at', 'first_deposit_at', 'ended_at', 'watch_until', 'sent_at', 'confirmed_at'];

/**
 * Copies a completed order, its deposit and its payout until there are `count` copies, one a second before `before`, in ms since 1970.
 */
export async function addConsoleOrders(
  database: Database,
  { orderId, count, before }: { orderId: string; count: number; before: number },
): Promise<void> {
  const moment = `${before} - n * 1000`;
  for (let from = 1; from <= count; from += BATCH) {
    const range = { from, to: Math.min(from + BATCH - 1, count) };
    for (const table of ['orders', 'deposits', 'outbox'] as const) {
      const times = Object.fromEntries(TIMES.map((name) => [name, `case when ${name} is not null then ${moment} end`]));
      await copy(database, table, orderId, { ...range, other: { ...times, ...OTHER[table] } });
    }
    await sql`insert into order_owners (order_id, user_id, source, created_at)
      select id, customer_id, 'SESSION', created_at from orders
      where customer_id is not null and deposit_index between ${-range.to} and ${-range.from}`.execute(database);
  }
  await tidy(database);
}

/** Adds `count` items that wait for an operator: held, failed and refused payouts, and unattributed deposits. */
export async function addWaiting(database: Database, { orderId, count }: { orderId: string; count: number }): Promise<void> {
  const range = { from: 1, to: count };
  const state = "case n % 4 when 1 then 'HELD' when 2 then 'FAILED' else 'REFUSED' end";
  const send = { id: "'PAYOUT:waits' || n", idempotency_key: "'waits' || n", tx_hash: 'null', confirmed_at: 'null', state };
  await copy(database, 'outbox', orderId, { ...range, other: send, condition: 'n % 4 > 0' });
  const deposit = { order_id: 'null', tx_hash: "'waits' || n" };
  await copy(database, 'deposits', orderId, { ...range, other: deposit, condition: 'n % 4 = 0' });
  await tidy(database);
}

/** Does what PostgreSQL itself does in the background some time after a table has grown. */
async function tidy(database: Database): Promise<void> {
  if (isPostgres(database)) await sql`vacuum analyze`.execute(database);
}

interface Copies {
  from: number;
  to: number;
  other: Readonly<Record<string, string>>;
  condition?: string;
}

/** Copies the order, its deposit or its payout for each number `n`. */
async function copy(
  database: Database,
  table: keyof typeof OTHER,
  orderId: string,
  { from, to, other, condition = 'true' }: Copies,
): Promise<void> {
  const isOrders = table === 'orders';
  const source = sql`${sql.table(table)} where ${sql.ref(isOrders ? 'id' : 'order_id')} = ${orderId}
    ${table === 'outbox' ? sql`and kind = 'PAYOUT'` : sql``}`;
  const [row] = (await sql<Record<string, unknown>>`select * from ${source}`.execute(database)).rows;
  if (!row) throw new Error(`The order has nothing in ${table}`);
  const columns = Object.keys(row);
  const values = columns.map((name) => sql.raw(other[name] ?? name));
  await sql`insert into ${sql.table(table)} (${sql.join(columns.map((name) => sql.ref(name)))})
    with recursive numbers(n) as (select ${sql.raw(`${from}`)} union all select n + 1 from numbers where n < ${sql.raw(`${to}`)})
    select ${sql.join(values)} from numbers, ${source} and ${sql.raw(condition)}`.execute(database);
}
