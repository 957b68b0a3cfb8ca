import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import { addIndex, amountType, forbidChanges, required } from '../../columns.ts';

/** Card purchases (D62), which use no table of orders or payments. `tables/fiat.ts` describes the columns. */
export const cardPurchasesMigration: Migration = {
  async up(database: Kysely<unknown>) {
    const amount = amountType(database);
    await database.schema
      .createTable('card_purchases')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('user_id', 'integer', (column) => column.notNull().references('users.id'))
      .addColumn('idempotency_key', 'text')
      .addColumn('body_hash', 'text', required)
      .addColumn('version', 'integer', required)
      .addColumn('status', 'text', required)
      .addColumn('status_at', 'bigint', required)
      .addColumn('currency', 'text', required)
      .addColumn('instrument', 'text', required)
      .addColumn('amount', amount, required)
      .addColumn('amount_to_get', amount, required)
      .addColumn('price', amount, required)
      .addColumn('fees', 'text', required)
      .addColumn('destination_address', 'text', required)
      .addColumn('locale', 'text', required)
      .addColumn('origin', 'text', required)
      .addColumn('client_address', 'text', required)
      .addColumn('terms_version', 'text', required)
      .addColumn('consented_at', 'bigint', required)
      .addColumn('legacy_order_id', 'text')
      .addColumn('redirect_url', 'text')
      .addColumn('buying_until', 'bigint', required)
      .addColumn('reference', 'text')
      .addColumn('was_held', 'integer', required)
      .addColumn('is_processing', 'integer', required)
      .addColumn('end_reason', 'text')
      .addColumn('card_ending', 'text')
      .addColumn('tx_hash', 'text')
      .addColumn('poll_at', 'bigint')
      .addColumn('created_at', 'bigint', required)
      .addUniqueConstraint('card_purchases_key', ['user_id', 'idempotency_key'])
      .execute();
    await addIndex(database, 'card_purchases', ['user_id', 'created_at', 'id']);
    await addIndex(database, 'card_purchases', ['poll_at']);
    await addIndex(database, 'card_purchases', ['status', 'created_at']);
    await database.schema
      .createTable('card_purchase_events')
      .addColumn('purchase_id', 'text', (column) => column.notNull().references('card_purchases.id'))
      .addColumn('sequence', 'integer', required)
      .addColumn('kind', 'text', required)
      .addColumn('created_at', 'bigint', required)
      .addPrimaryKeyConstraint('card_purchase_events_key', ['purchase_id', 'sequence'])
      .execute();
    await forbidChanges(database, 'card_purchase_events');
    await database.schema
      .createTable('provider_callbacks')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('source', 'text', required)
      .addColumn('external_id', 'text', required)
      .addColumn('type', 'text', required)
      .addColumn('status', 'text', required)
      .addColumn('updated_at_ts', 'bigint', required)
      .addColumn('purchase_id', 'text')
      .addColumn('body', 'text', required)
      .addColumn('received_at', 'bigint', required)
      .addColumn('applied_at', 'bigint')
      .addUniqueConstraint('provider_callbacks_key', ['external_id', 'type', 'status', 'updated_at_ts'])
      .execute();
    await addIndex(database, 'provider_callbacks', ['applied_at', 'updated_at_ts']);
    await addIndex(database, 'provider_callbacks', ['purchase_id']);
    await database.schema
      .createTable('provider_accounts')
      .addColumn('user_id', 'integer', (column) => column.primaryKey().references('users.id'))
      .addColumn('email', 'text', required)
      .addColumn('handle', 'text', required)
      .addColumn('sealed_token', 'text', required)
      .addColumn('token_ends_at', 'bigint', required)
      .addColumn('terms_version', 'text')
      .addColumn('consented_at', 'bigint')
      .execute();
  },
};
