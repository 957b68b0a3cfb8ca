import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import { amountType, required } from '../columns.ts';

/** Health probe, prices and settings of the host. `tables/host.ts` describes the columns. */
export const hostMigration: Migration = {
  async up(database: Kysely<unknown>) {
    await database.schema
      .createTable('health_probe')
      .addColumn('id', 'integer', (column) => column.primaryKey())
      .addColumn('written_at', 'bigint', required)
      .execute();
    await database.schema
      .createTable('market_prices')
      .addColumn('symbol', 'text', (column) => column.primaryKey())
      .addColumn('price', amountType(database), required)
      .execute();
    await database.schema
      .createTable('trusted_prices')
      .addColumn('symbol', 'text', (column) => column.primaryKey())
      .addColumn('price', amountType(database), required)
      .addColumn('priced_at', 'bigint', required)
      .execute();
    await database.schema
      .createTable('host_settings')
      .addColumn('name', 'text', (column) => column.primaryKey())
      .addColumn('value', 'text', required)
      .execute();
  },
};
