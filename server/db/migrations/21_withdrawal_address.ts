import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import { addIndex } from '../columns.ts';

/** Finds what was sent to an address within a day (D69). */
export const withdrawalAddressMigration: Migration = {
  async up(database: Kysely<unknown>) {
    await addIndex(database, 'withdrawals', ['to_address', 'created_at']);
  },
};
