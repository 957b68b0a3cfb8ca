import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import { amountType, required } from '../columns.ts';

/**
 * The premium that an order's fixed rate cost (D67), and hourly network fees. Orders of older versions have no premium stored: their
 * rate holds within 2 % of the market.
 */
export const fixedRatesMigration: Migration = {
  async up(database: Kysely<unknown>) {
    const amount = amountType(database);
    await database.schema.alterTable('orders').addColumn('premium_percent', amount).execute();
    await database.schema
      .createTable('network_fee_samples')
      .addColumn('instrument', 'text', required)
      .addColumn('hour', 'bigint', required)
      .addColumn('amount', amount, required)
      .addPrimaryKeyConstraint('network_fee_samples_key', ['instrument', 'hour'])
      .execute();
  },
};
