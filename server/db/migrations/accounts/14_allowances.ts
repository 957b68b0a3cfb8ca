import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** The table of limits counts more than e-mails: wrong passwords and codes too. */
export const allowancesMigration: Migration = {
  async up(database: Kysely<unknown>) {
    await database.schema.alterTable('mail_allowances').renameTo('allowances').execute();
  },
};
