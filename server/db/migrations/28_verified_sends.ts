import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** What reconciliation signed of a send that it verified finally. Null: of an older version, until its first start has signed it. */
export const verifiedSendsMigration: Migration = {
  async up(database: Kysely<unknown>) {
    for (const column of ['document', 'signature', 'key_id']) {
      await database.schema.alterTable('reconcile_verified_sends').addColumn(column, 'text').execute();
    }
  },
};
