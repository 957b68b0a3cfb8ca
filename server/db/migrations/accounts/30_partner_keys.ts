import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import { addIndex, amountType, required } from '../../columns.ts';

/** The limits of partners' API keys (D40), and the key of an order that counts toward them. `tables/apiKeys.ts` describes the columns. */
export const partnerKeysMigration: Migration = {
  async up(database: Kysely<unknown>) {
    await database.schema
      .createTable('partner_keys')
      .addColumn('api_key_id', 'text', (column) => column.primaryKey().references('api_keys.id').onDelete('cascade'))
      .addColumn('requests_per_minute', 'integer', required)
      .addColumn('unpaid_orders', 'integer', required)
      .addColumn('reserve_percent', amountType(database), required)
      .execute();
    await database.schema.alterTable('order_origins').addColumn('partner_key', 'text').execute();
    await addIndex(database, 'order_origins', ['partner_key', 'created_at']);
    // Partners look their orders up by their own ids. Other orders have none.
    await sql`create index orders_by_legacy_order_id on orders (customer_id, legacy_order_id) where legacy_order_id is not null`.execute(
      database,
    );
  },
};
