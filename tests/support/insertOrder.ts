import { randomInt } from 'node:crypto';
import { sql } from 'kysely';
import type { Database } from '../../server/db/database.ts';

/** Inserts an order with nothing but an id into the schema of any version. */
export async function insertOrder(database: Database, id: string): Promise<void> {
  const orders = (await database.introspection.getTables()).find(({ name }) => name === 'orders');
  const columns = orders?.columns.filter(({ name, isNullable }) => name === 'id' || !isNullable) ?? [];
  const values = columns.map(({ name, dataType }) => {
    if (name === 'id') return id;
    // Each order has a deposit address of its own, which no counter has given.
    if (name === 'deposit_index') return -randomInt(1_000_000, 2_000_000_000);
    return /int|numeric/i.test(dataType) ? 0 : '';
  });
  const names = sql.join(columns.map(({ name }) => sql.ref(name)));
  await sql`insert into orders (${names}) values (${sql.join(values)})`.execute(database);
}
