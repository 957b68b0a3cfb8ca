import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import { required } from '../columns.ts';

/** Below which reserve of a coin operators are alerted. `tables/operator.ts` describes the columns. */
export const alertsMigration: Migration = {
  async up(database: Kysely<unknown>) {
    await database.schema
      .createTable('reserve_thresholds')
      .addColumn('instrument', 'text', (column) => column.primaryKey())
      .addColumn('amount', 'text', required)
      .addColumn('set_by', 'text', required)
      .addColumn('set_at', 'bigint', required)
      .execute();
  },
};
