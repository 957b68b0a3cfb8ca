import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/**
 * What was paid on another network than the order's is fetched there, whatever becomes of the order's own deposit. Embedded
 * networks that are there already keep the addresses that they have.
 */
export const elsewhereMigration: Migration = {
  async up(database: Kysely<unknown>) {
    await database.schema
      .createTable('foreign_network_sweeps')
      .addColumn('order_id', 'text', (column) => column.notNull().references('orders.id'))
      .addColumn('network', 'text', (column) => column.notNull())
      .addColumn('state', 'text', (column) => column.notNull())
      .addColumn('number', 'integer', (column) => column.notNull())
      .addColumn('not_before', 'bigint', (column) => column.notNull())
      .addPrimaryKeyConstraint('foreign_network_sweeps_key', ['order_id', 'network'])
      .execute();
    await database.schema
      .createIndex('foreign_network_sweeps_due')
      .on('foreign_network_sweeps')
      .columns(['network', 'not_before'])
      .where(sql<boolean>`state = 'DUE'`)
      .execute();
    await database.schema
      .alterTable('chain_networks')
      .addColumn('address_realm', 'text', (column) => column.notNull().defaultTo('OWN'))
      .execute();
  },
};
