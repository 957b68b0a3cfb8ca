import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** What exchanges charged is read often, and the ledger has few such lines. */
export const venueFeesMigration: Migration = {
  async up(database: Kysely<unknown>) {
    await database.schema
      .createIndex('ledger_entries_venue_fees')
      .on('ledger_entries')
      .column('created_at')
      .where(sql<boolean>`account = 'VENUE_FEES'`)
      .execute();
  },
};
