import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** When the customer was told that a withdrawal is delayed, and asked about its fee (D69). Null: never, as in older rows. */
export const withdrawalDelaysMigration: Migration = {
  async up(database: Kysely<unknown>) {
    for (const column of ['delayed_at', 'asked_at']) {
      await database.schema.alterTable('withdrawals').addColumn(column, 'bigint').execute();
    }
  },
};
