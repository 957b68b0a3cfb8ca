import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import { amountType } from '../columns.ts';

/** What the columns mean: `tables/host.ts`. */
export const hostMigration: Migration = {
  async up(database: Kysely<unknown>) {
    await database.schema
      .createTable('health_probe')
      .addColumn('id', 'integer', (column) => column.primaryKey())
      .addColumn('written_at', 'bigint', (column) => column.notNull())
      .execute();
    await database.schema
      .createTable('market_prices')
      .addColumn('symbol', 'text', (column) => column.primaryKey())
      .addColumn('price', amountType(database), (column) => column.notNull())
      .execute();
  },
};
