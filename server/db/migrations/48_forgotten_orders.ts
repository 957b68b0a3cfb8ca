import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import { required } from '../columns.ts';

/**
 * Addresses of orders that old books have forgotten, and orders that were restored from their guarantees (D73). `tables/recovery.ts` and
 * `tables/orders.ts` describe the columns.
 */
export const forgottenOrdersMigration: Migration = {
  async up(database: Kysely<unknown>) {
    await database.schema
      .createTable('forgotten_indexes')
      .addColumn('first_index', 'bigint', (column) => column.primaryKey())
      .addColumn('last_index', 'bigint', required)
      .addColumn('last_used', 'bigint')
      .addColumn('since', 'bigint', required)
      .execute();
    await database.schema.alterTable('orders').addColumn('restored_at', 'bigint').execute();
  },
};
