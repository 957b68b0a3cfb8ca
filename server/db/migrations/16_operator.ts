import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import { addIndex, forbidChanges, required } from '../columns.ts';

/** The record of operators' acts, and their switches. `tables/operator.ts` describes the columns. */
export const operatorMigration: Migration = {
  async up(database: Kysely<unknown>) {
    await database.schema
      .createTable('operator_actions')
      .addColumn('number', 'integer', (column) => column.primaryKey())
      .addColumn('subject', 'text', required)
      .addColumn('document', 'text', required)
      .addColumn('signature', 'text', required)
      .addColumn('key_id', 'text', required)
      .execute();
    await addIndex(database, 'operator_actions', ['subject', 'number']);
    await forbidChanges(database, 'operator_actions');
    await database.schema
      .createTable('switches')
      .addColumn('closes', 'text', required)
      .addColumn('target', 'text', required)
      .addColumn('slug', 'text', required)
      .addColumn('reason', 'text')
      .addColumn('set_by', 'text', required)
      .addColumn('set_at', 'bigint', required)
      .addPrimaryKeyConstraint('switches_key', ['closes', 'target', 'slug'])
      .execute();
  },
};
