import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import { amountType } from '../columns.ts';

/** The platform fee that an order was created with (D72). Older versions could not change it: it was 0.5 %. */
export const platformFeeMigration: Migration = {
  async up(database: Kysely<unknown>) {
    await database.schema
      .alterTable('orders')
      .addColumn('platform_fee_percent', amountType(database), (column) => column.notNull().defaultTo('0.5'))
      .execute();
  },
};
