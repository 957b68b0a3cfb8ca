import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import { required } from '../../columns.ts';

/** A transaction of a treasury may have made several payments: one id of a send becomes one for each transfer, as JSON. */
export const batchesMigration: Migration = {
  async up(database: Kysely<unknown>) {
    await database.schema
      .alterTable('treasury_transactions')
      .addColumn('send_ids', 'text', (column) => required(column).defaultTo('[]'))
      .execute();
    await sql`update treasury_transactions set send_ids = '["' || send_id || '"]' where send_id is not null`.execute(database);
    await database.schema.alterTable('treasury_transactions').dropColumn('send_id').execute();
  },
};
