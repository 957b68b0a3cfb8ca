import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** When books with this customer were restored from a backup (D73), until the customer has proved the mailbox; null: nothing to prove. */
export const restoredAccountsMigration: Migration = {
  async up(database: Kysely<unknown>) {
    await database.schema.alterTable('users').addColumn('restored_at', 'bigint').execute();
  },
};
