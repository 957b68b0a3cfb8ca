import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import { required } from '../columns.ts';

/** Signed documents. `tables/documents.ts` describes the columns. */
export const documentsMigration: Migration = {
  async up(database: Kysely<unknown>) {
    await database.schema
      .createTable('signed_documents')
      .addColumn('order_id', 'text', (column) => column.notNull().references('orders.id'))
      .addColumn('kind', 'text', required)
      .addColumn('number', 'integer', required)
      .addColumn('key_id', 'text', required)
      .addColumn('document', 'text', required)
      .addColumn('signature', 'text', required)
      .addColumn('created_at', 'bigint', required)
      .addPrimaryKeyConstraint('signed_documents_key', ['order_id', 'kind', 'number'])
      .execute();
  },
};
