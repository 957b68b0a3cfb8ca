import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import { amountType } from '../../columns.ts';

/** How many times the usual network fee a refund to the order's refund address costs (D53). Unknown for older orders. */
export const refundFeeFactorMigration: Migration = {
  async up(database: Kysely<unknown>) {
    await database.schema.alterTable('orders').addColumn('refund_fee_factor', amountType(database)).execute();
  },
};
