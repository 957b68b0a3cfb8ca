import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** What became of payments, kept for the time when nodes have forgotten it. */
export const verdictsMigration: Migration = {
  async up(database: Kysely<unknown>) {
    await database.schema.alterTable('chain_sends').addColumn('conflicting_hash', 'text').execute();
    await database.schema.alterTable('chain_sends').addColumn('failure', 'text').execute();
    await database.schema
      .createTable('reconcile_judged')
      .addColumn('outbox_id', 'text', (column) => column.primaryKey())
      .addColumn('judged_at', 'bigint', (column) => column.notNull())
      .execute();
  },
};
