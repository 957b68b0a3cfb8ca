import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** What the columns mean: `tables/documents.ts`. */
export const documentsMigration: Migration = {
  async up(database: Kysely<unknown>) {
    await database.schema
      .createTable('signed_documents')
      .addColumn('order_id', 'text', (column) => column.notNull().references('orders.id'))
      .addColumn('kind', 'text', (column) => column.notNull())
      .addColumn('number', 'integer', (column) => column.notNull())
      .addColumn('key_id', 'text', (column) => column.notNull())
      .addColumn('document', 'text', (column) => column.notNull())
      .addColumn('signature', 'text', (column) => column.notNull())
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .addPrimaryKeyConstraint('signed_documents_key', ['order_id', 'kind', 'number'])
      .execute();
  },
};
