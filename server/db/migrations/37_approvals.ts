import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import { addIndex, required } from '../columns.ts';

/** Acts that wait for a second operator. `tables/operator.ts` describes the columns. */
export const approvalsMigration: Migration = {
  async up(database: Kysely<unknown>) {
    await database.schema
      .createTable('approvals')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('act', 'text', required)
      .addColumn('input', 'text', required)
      .addColumn('digest', 'text', required)
      .addColumn('subject', 'text', required)
      .addColumn('effect', 'text', required)
      .addColumn('reason', 'text', required)
      .addColumn('requested_by', 'integer', required)
      .addColumn('requested_at', 'bigint', required)
      .addColumn('state', 'text', required)
      .addColumn('decided_by', 'integer')
      .addColumn('decided_at', 'bigint')
      .addColumn('decision', 'text')
      .execute();
    await addIndex(database, 'approvals', ['state', 'requested_at']);
  },
};
