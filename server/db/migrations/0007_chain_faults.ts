import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Embedded networks can be made dear on purpose (`chain_networks.fee_factor`). */
export const chainFaultsMigration: Migration = {
  async up(database: Kysely<unknown>) {
    await database.schema
      .alterTable('chain_networks')
      .addColumn('fee_factor', 'integer', (column) => column.notNull().defaultTo(1))
      .execute();
  },
};
