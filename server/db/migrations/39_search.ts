import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import { addIndex } from '../columns.ts';
import { isPostgres } from '../isPostgres.ts';

/** Finds orders by what a customer may write, and filters all orders, without a scan of the table. */
export const searchMigration: Migration = {
  async up(database: Kysely<unknown>) {
    await database.schema.alterTable('orders').addColumn('usd_cents', 'bigint').execute();
    // One index that answers every combination of filters: it holds all filtered columns, so that no row is read in vain.
    await addIndex(database, 'orders', [
      'created_at',
      'id',
      'status',
      'instrument_from',
      'instrument_to',
      'network_from',
      'network_to',
      'usd_cents',
    ]);
    const bytes = isPostgres(database) ? sql` collate "C"` : sql``;
    for (const column of ['destination_address', 'refund_address', 'deposit_address', 'user_email']) {
      const condition = ['refund_address', 'user_email'].includes(column) ? sql` where ${sql.ref(column)} is not null` : sql``;
      await sql`create index ${sql.ref(`orders_found_by_${column}`)} on orders (lower(${sql.ref(column)})${bytes}, created_at)${condition}`.execute(
        database,
      );
    }
    await sql`create index withdrawals_found_by_address on withdrawals (lower(to_address)${bytes}, created_at)`.execute(database);
  },
};
