import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import { addIndex } from '../../columns.ts';

/** Until when a frozen account sends no withdrawal (D70). The index finds the e-mail that a link may restore. */
export const accountFreezeMigration: Migration = {
  async up(database: Kysely<unknown>) {
    await database.schema.alterTable('users').addColumn('frozen_until', 'bigint').execute();
    await addIndex(database, 'account_codes', ['kind', 'code_hash']);
  },
};
