import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import { amountType } from '../columns.ts';

/** The last prices that were to be trusted outlive the process: what waits for no market goes by them. */
export const trustedPricesMigration: Migration = {
  async up(database: Kysely<unknown>) {
    await database.schema
      .createTable('trusted_prices')
      .addColumn('symbol', 'text', (column) => column.primaryKey())
      .addColumn('price', amountType(database), (column) => column.notNull())
      .addColumn('priced_at', 'bigint', (column) => column.notNull())
      .execute();
  },
};
