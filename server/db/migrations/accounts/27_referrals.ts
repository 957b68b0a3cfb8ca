import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import { required } from '../../columns.ts';

/** The signed referrers of customers (D68). `tables/affiliates.ts` describes the columns. */
export const referralsMigration: Migration = {
  async up(database: Kysely<unknown>) {
    await database.schema
      .createTable('referrals')
      .addColumn('user_id', 'integer', (column) => column.primaryKey().references('users.id'))
      .addColumn('document', 'text', required)
      .addColumn('signature', 'text', required)
      .addColumn('key_id', 'text', required)
      .execute();
  },
};
