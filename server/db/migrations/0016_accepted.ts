import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import { amountType } from '../columns.ts';

/** What the customer of a changed rate said yes to, beside what was promised when the order was made. */
export const acceptedMigration: Migration = {
  async up(database: Kysely<unknown>) {
    for (const column of ['accepted_price', 'accepted_amount', 'accepted_network_fee', 'accepted_platform_fee']) {
      await database.schema.alterTable('orders').addColumn(column, amountType(database)).execute();
    }
  },
};
