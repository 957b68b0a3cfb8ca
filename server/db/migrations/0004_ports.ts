import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** What the columns mean: `tables/host.ts`. */
export const portsMigration: Migration = {
  async up(database: Kysely<unknown>) {
    await database.schema
      .createTable('host_settings')
      .addColumn('name', 'text', (column) => column.primaryKey())
      .addColumn('value', 'text', (column) => column.notNull())
      .execute();
  },
};
