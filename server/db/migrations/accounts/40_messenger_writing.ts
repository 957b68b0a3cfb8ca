import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** When the messenger last said whether the bot may write, because its updates can arrive in another order. */
export const messengerWritingMigration: Migration = {
  async up(database: Kysely<unknown>) {
    await database.schema
      .alterTable('messenger_accounts')
      .addColumn('writing_at', 'bigint', (column) => column.notNull().defaultTo(0))
      .execute();
  },
};
