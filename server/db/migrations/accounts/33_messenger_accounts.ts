import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import { required } from '../../columns.ts';

/** Customers of the messenger, who may have no e-mail (D74). `tables/accounts.ts` describes the columns. */
export const messengerAccountsMigration: Migration = {
  async up(database: Kysely<unknown>) {
    await database.schema
      .createTable('messenger_accounts')
      .addColumn('messenger_id', 'text', (column) => column.primaryKey())
      .addColumn('user_id', 'integer', (column) => column.notNull().unique().references('users.id'))
      .addColumn('can_write', 'integer', required)
      .addColumn('linked_at', 'bigint', required)
      .execute();
    await database.schema.alterTable('users').addColumn('withdrawals_from', 'bigint').execute();
  },
};
