import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** The access token that different successors of its refresh token replaced (D19). Null: none was replaced so, as in older rows. */
export const supersededTokensMigration: Migration = {
  async up(database: Kysely<unknown>) {
    await database.schema.alterTable('sessions').addColumn('superseded_access_hash', 'text').execute();
  },
};
