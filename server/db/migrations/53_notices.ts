import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import { forbidChanges, required } from '../columns.ts';

/** Operators' words to customers, and the signed states of the record of their acts. `tables/operator.ts` describes the columns. */
export const noticesMigration: Migration = {
  async up(database: Kysely<unknown>) {
    await database.schema
      .createTable('notices')
      .addColumn('concerns', 'text', (column) => column.primaryKey())
      .addColumn('texts', 'text', required)
      .addColumn('until', 'bigint', required)
      .addColumn('set_by', 'text', required)
      .addColumn('set_at', 'bigint', required)
      .execute();
    await database.schema
      .createTable('action_checkpoints')
      .addColumn('number', 'integer', (column) => column.primaryKey())
      .addColumn('document', 'text', required)
      .addColumn('signature', 'text', required)
      .addColumn('key_id', 'text', required)
      .execute();
    await forbidChanges(database, 'action_checkpoints');
  },
};
