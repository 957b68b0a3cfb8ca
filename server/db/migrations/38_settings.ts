import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import { required } from '../columns.ts';

/** What operators set while the host runs (D72). `tables/operator.ts` describes the columns. */
export const settingsMigration: Migration = {
  async up(database: Kysely<unknown>) {
    await database.schema
      .createTable('settings')
      .addColumn('name', 'text', (column) => column.primaryKey())
      .addColumn('value', 'text', required)
      .addColumn('set_by', 'text', required)
      .addColumn('set_at', 'bigint', required)
      .execute();
  },
};
