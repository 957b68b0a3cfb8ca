import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import { isPostgres } from '../isPostgres.ts';

/** Finds the orders of a customer by state, coin, address, id and hash, without a scan of all orders. */
export const historyMigration: Migration = {
  async up(database: Kysely<unknown>) {
    await database.schema
      .alterTable('orders')
      .addColumn('customer_id', 'integer', (column) => column.references('users.id'))
      .execute();
    await database.schema
      .alterTable('order_origins')
      .addColumn('user_type', 'text', (column) => column.notNull().defaultTo('guest'))
      .execute();
    const index = async (name: string, table: string, columns: string[]): Promise<void> => {
      const isOrders = table === 'orders';
      const condition = isOrders ? sql` where customer_id is not null` : sql``;
      await sql`create index ${sql.raw(name)} on ${sql.raw(table)} (${sql.raw(columns.join(', '))})${condition}`.execute(
        database,
      );
    };
    // Prefixes are found by comparison, so PostgreSQL must compare bytes, as SQLite does.
    const bytes = (expression: string) => (isPostgres(database) ? `${expression} collate "C"` : expression);
    const newest = ['status', 'created_at', 'id'];
    await index('orders_of_customer', 'orders', ['customer_id', ...newest]);
    await index('orders_of_customer_from', 'orders', ['customer_id', 'instrument_from', ...newest]);
    await index('orders_of_customer_to', 'orders', ['customer_id', 'instrument_to', ...newest]);
    await sql`create index orders_of_customer_paid on orders (customer_id, status, created_at, id)
      where customer_id is not null and first_deposit_at is not null`.execute(database);
    await index('orders_of_customer_id', 'orders', ['customer_id', bytes('id')]);
    for (const column of ['destination_address', 'refund_address', 'deposit_address']) {
      await index(`orders_of_customer_${column}`, 'orders', ['customer_id', bytes(`lower(${column})`), 'created_at']);
    }
    await index('deposits_by_tx_hash', 'deposits', [bytes('lower(tx_hash)')]);
    await index('outbox_by_tx_hash', 'outbox', [bytes('lower(tx_hash)')]);
  },
};
