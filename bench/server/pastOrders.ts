import { setTimeout as wait } from 'node:timers/promises';
import { DatabaseSync } from 'node:sqlite';
import type { Order } from '../../contract/schemas/orders.ts';
import type { Database } from '../../server/db/database.ts';
import { createOrders, payOrder } from './customers.ts';

const BATCH = 20_000;
/** Beyond the time for which the address of an order is watched */
const AGE_MS = 30 * 24 * 3_600_000;
const SETTLED_WITHIN_MS = 120_000;
/** Orders of ten that were paid */
const PAID = 7;

/** Creates an order whose deposit address is its own, and waits until it is paid out and the deposit is swept. */
export async function settledOrder(origin: string, database: Database): Promise<Order> {
  const [order] = (await createOrders(origin, 1, 1, { coin: 'eth' })).orders;
  if (!order) throw new Error('No order was made');
  await payOrder(origin, order);
  const until = Date.now() + SETTLED_WITHIN_MS;
  for (;;) {
    const sends = await database.selectFrom('outbox').select(['kind', 'state']).where('order_id', '=', order.orderId).execute();
    const isSwept = sends.some(({ kind }) => kind === 'SWEEP');
    if (isSwept && sends.every(({ state }) => state === 'CONFIRMED')) return order;
    if (Date.now() > until) throw new Error(`Order ${order.orderId} is not settled`);
    await wait(500);
  }
}

/** Returns the id of one of `count` past orders. Consecutive numbers give ids far apart. */
export function pastOrderId(number: number, count: number): string {
  return `past${String(1 + ((number * 7_919_777) % count)).padStart(18, '0')}`;
}

const ID = "printf('past%018d', n)";
const IS_PAID = `n % 10 < ${PAID}`;

/**
 * SQL of the columns that differ in each copy, by table. The other columns are copied. The ledger is not copied: no measured query
 * uses it, and it would be two thirds of several gigabytes.
 */
const OTHER: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  orders: {
    id: ID,
    deposit_index: '-n',
    deposit_address: "'past' || n",
    status: `CASE WHEN ${IS_PAID} THEN 'COMPLETED' ELSE 'AWAITING_DEPOSIT' END`,
    expires_at: 'moment',
    first_deposit_at: `CASE WHEN ${IS_PAID} THEN moment END`,
    watch_until: 'moment',
    ended_at: `CASE WHEN ${IS_PAID} THEN moment END`,
  },
  order_owners: { order_id: ID },
  order_origins: { order_id: ID, client_group: "'10.' || (n % 250)" },
  order_settlements: { order_id: ID },
  order_events: { order_id: ID },
  deposits: { order_id: ID, tx_hash: "tx_hash || '-' || n", to_address: "'past' || n" },
  sweeps: { order_id: ID },
  outbox: { id: "id || '-' || n", idempotency_key: "idempotency_key || '-' || n", order_id: ID },
};
const TIMES = ['created_at', 'sent_at', 'confirmed_at', 'booked_at', 'detected_at'];

/**
 * Fills a host's embedded database with copies of one of its orders, which is settled, with its events, deposits and sends,
 * until there are `count`: ended long ago, or never paid (three in ten). In batches, so that the host can write in between.
 */
export function addPastOrders(file: string, orderId: string, count: number): void {
  const database = new DatabaseSync(file);
  try {
    database.exec('PRAGMA busy_timeout=20000');
    const stored = Number(database.prepare('SELECT count(*) AS count FROM orders WHERE deposit_index < 0').get()?.['count']);
    const inserts = Object.entries(OTHER).map(([table, other]) => database.prepare(copying(database, table, other)));
    for (let from = stored; from < count; from += BATCH) {
      const past = Date.now() - AGE_MS;
      database.exec('BEGIN IMMEDIATE');
      for (const insert of inserts) insert.run(from + 1, Math.min(from + BATCH, count), past, orderId);
      database.exec('COMMIT');
    }
  } finally {
    database.close();
  }
}

/** Returns the statement that copies the rows of a table. An unpaid order has only its first rows. */
function copying(database: DatabaseSync, table: string, other: Readonly<Record<string, string>>): string {
  const columns = database
    .prepare('SELECT name FROM pragma_table_info(?)')
    .all(table)
    .map(({ name }) => String(name));
  const values = columns.map((name) => other[name] ?? (TIMES.includes(name) ? `iif(${name} IS NULL, NULL, moment)` : name));
  const isThere =
    { orders: 'TRUE', order_owners: 'TRUE', order_origins: 'TRUE', order_events: `${IS_PAID} OR sequence = 10` }[table] ??
    IS_PAID;
  return `INSERT INTO ${table} (${columns.join(', ')})
    WITH RECURSIVE numbers(n) AS (SELECT ?1 UNION ALL SELECT n + 1 FROM numbers WHERE n < ?2)
    SELECT ${values.join(', ')}
    FROM (SELECT n, ?3 - n * 1000 AS moment FROM numbers), ${table}
    WHERE ${table}.${table === 'orders' ? 'id' : 'order_id'} = ?4 AND (${isThere})`;
}
