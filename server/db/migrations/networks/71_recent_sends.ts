import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import { addIndex } from '../../columns.ts';

/** The alert about the daily cap reads the payments of one day, of all coins. Without the index it read all that were ever made. */
export const recentSendsMigration: Migration = {
  async up(database: Kysely<unknown>) {
    await addIndex(database, 'outbox', ['created_at']);
  },
};
