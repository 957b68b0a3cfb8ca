import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** When an order that nothing could be done about is looked at again: dust must not be weighed every second for ever. */
export const lookAtMigration: Migration = {
  async up(database: Kysely<unknown>) {
    await database.schema
      .alterTable('orders')
      .addColumn('next_check_at', 'bigint', (column) => column.notNull().defaultTo(0))
      .execute();
  },
};
