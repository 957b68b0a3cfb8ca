import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Until when everything that came on a network is known: before that nobody is told that he paid too little. */
export const readUntilMigration: Migration = {
  async up(database: Kysely<unknown>) {
    await database.schema
      .alterTable('network_cursors')
      .addColumn('read_until', 'bigint', (column) => column.notNull().defaultTo(0))
      .execute();
  },
};
