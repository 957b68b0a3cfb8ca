import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import { addIndex, amountType, required } from '../../columns.ts';

/** The books of the embedded card provider, which stands for another company. `tables/embeddedCards.ts` describes the columns. */
export const embeddedCardsMigration: Migration = {
  async up(database: Kysely<unknown>) {
    const amount = amountType(database);
    await database.schema
      .createTable('embedded_card_users')
      .addColumn('email', 'text', (column) => column.primaryKey())
      .addColumn('id', 'text', (column) => column.notNull().unique())
      .addColumn('token', 'text', (column) => column.notNull().unique())
      .addColumn('kyc_status', 'text', required)
      .execute();
    await database.schema
      .createTable('embedded_card_purchases')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('merchant_id', 'text', required)
      .addColumn('user_id', 'text', required)
      .addColumn('currency', 'text', required)
      .addColumn('coin', 'text', required)
      .addColumn('network', 'text', required)
      .addColumn('amount', amount, required)
      .addColumn('amount_to_get', amount, required)
      .addColumn('address', 'text', required)
      .addColumn('buy_status', 'text', required)
      .addColumn('buy_updated_at', 'bigint', required)
      .addColumn('withdraw_status', 'text')
      .addColumn('withdraw_updated_at', 'bigint')
      .addColumn('card_ending', 'text')
      .addColumn('tx_hash', 'text')
      .execute();
    await addIndex(database, 'embedded_card_purchases', ['merchant_id']);
    await addIndex(database, 'embedded_card_purchases', ['user_id']);
    await addIndex(database, 'embedded_card_purchases', ['buy_status', 'withdraw_status']);
    await database.schema
      .createTable('embedded_card_callbacks')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('body', 'text', required)
      .addColumn('signature', 'text', required)
      .addColumn('due_at', 'bigint', required)
      .addColumn('attempts', 'integer', required)
      .execute();
    await addIndex(database, 'embedded_card_callbacks', ['due_at']);
  },
};
