import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Refunds of what came besides an order, and claims of what came without its memo (D6). Columns: `tables/orders.ts`. */
export const claimsMigration: Migration = {
  async up(database: Kysely<unknown>) {
    await database.schema.alterTable('deposits').addColumn('refund_id', 'text').execute();
    await database.schema
      .alterTable('deposits')
      .addColumn('refund_at', 'bigint', (column) => column.notNull().defaultTo(0))
      .execute();
    // Few, among all deposits there ever were: the worker asks for them every second.
    await database.schema
      .createIndex('deposits_to_refund')
      .on('deposits')
      .columns(['network', 'refund_at'])
      .where(sql<boolean>`role = 'EXTRA' and refund_id is null`)
      .execute();
    await database.schema
      .createTable('deposit_claims')
      .addColumn('network', 'text', (column) => column.notNull())
      .addColumn('tx_hash', 'text', (column) => column.notNull())
      .addColumn('transfer_index', 'integer', (column) => column.notNull())
      .addColumn('order_id', 'text', (column) => column.notNull().references('orders.id'))
      .addColumn('state', 'text', (column) => column.notNull())
      .addColumn('reason', 'text')
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .addColumn('decided_at', 'bigint')
      .addPrimaryKeyConstraint('deposit_claims_key', ['network', 'tx_hash', 'transfer_index', 'order_id'])
      .execute();
    await database.schema.createIndex('deposit_claims_by_order_id').on('deposit_claims').column('order_id').execute();
    await database.schema.createIndex('deposit_claims_by_state').on('deposit_claims').columns(['state', 'created_at']).execute();
  },
};
