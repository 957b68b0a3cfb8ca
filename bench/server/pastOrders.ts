import { DatabaseSync } from 'node:sqlite';

const BATCH = 20_000;
/** Beyond the time for which the address of an order is watched */
const AGE_MS = 30 * 24 * 3_600_000;

/**
 * Fills a host's embedded database with copies of one of its orders that ended long ago, or were never paid (three in ten),
 * until it holds `count`. In batches, so that the host can write in between.
 */
export function addPastOrders(file: string, orderId: string, count: number): void {
  const database = new DatabaseSync(file);
  try {
    database.exec('PRAGMA busy_timeout=20000');
    const columns = database
      .prepare('SELECT name FROM pragma_table_info(?)')
      .all('orders')
      .map(({ name }) => String(name));
    const past = Date.now() - AGE_MS;
    const other: Record<string, string> = {
      id: "printf('past%018d', n)",
      deposit_index: '-n',
      deposit_address: "'past' || n",
      status: "CASE WHEN n % 10 < 7 THEN 'COMPLETED' ELSE 'AWAITING_DEPOSIT' END",
      created_at: `${past} - n * 1000`,
      expires_at: `${past} - n * 1000`,
      watch_until: `${past} - n * 1000`,
      ended_at: `CASE WHEN n % 10 < 7 THEN ${past} - n * 1000 END`,
      client_group: "'10.' || (n % 250)",
    };
    const values = columns.map((name) => other[name] ?? name).join(', ');
    const stored = database.prepare('SELECT count(*) AS count FROM orders').get()?.['count'];
    const insert = database.prepare(
      `INSERT INTO orders (${columns.join(', ')})
       WITH RECURSIVE numbers(n) AS (SELECT ? UNION ALL SELECT n + 1 FROM numbers WHERE n < ?)
       SELECT ${values} FROM orders, numbers WHERE orders.id = ?`,
    );
    for (let from = Number(stored); from < count; from += BATCH) insert.run(from, Math.min(from + BATCH, count) - 1, orderId);
  } finally {
    database.close();
  }
}
