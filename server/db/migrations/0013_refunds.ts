import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Where an operator sends back what came besides, and refunds that have not left, found among all that ever did. */
export const refundsMigration: Migration = {
  async up(database: Kysely<unknown>) {
    await database.schema.alterTable('deposits').addColumn('refund_address', 'text').execute();
    await database.schema.alterTable('deposits').addColumn('refund_memo', 'text').execute();
    await database.schema
      .createIndex('outbox_open_refunds')
      .on('outbox')
      .column('instrument')
      .where(sql<boolean>`kind = 'REFUND' and state <> 'CONFIRMED'`)
      .execute();
  },
};
