import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** What a link that turns codes down is about, found by the link's token. */
export const refusalsMigration: Migration = {
  async up(database: Kysely<unknown>) {
    await database.schema.alterTable('mail_allowances').addColumn('about', 'text').execute();
  },
};
