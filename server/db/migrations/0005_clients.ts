import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Who makes orders without paying any is found by this (`orders.client_group`). */
export const clientsMigration: Migration = {
  async up(database: Kysely<unknown>) {
    await database.schema.alterTable('orders').addColumn('client_group', 'text').execute();
    await database.schema.createIndex('orders_by_client_group').on('orders').columns(['client_group', 'created_at']).execute();
  },
};
