import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** What may wait for a person, found in its order among all that there ever was: every host process counts it every minute. */
export const waitingMigration: Migration = {
  async up(database: Kysely<unknown>) {
    const { schema } = database;
    await schema
      .createIndex('outbox_pending')
      .on('outbox')
      .columns(['created_at', 'id'])
      .where(sql<boolean>`state = 'PENDING' and kind in ('PAYOUT', 'REFUND')`)
      .execute();
    await schema
      .createIndex('orders_waiting')
      .on('orders')
      .columns(['status', 'created_at', 'id'])
      .where(sql<boolean>`status in ('DECISION_NEEDED', 'REFUND_REQUESTED')`)
      .execute();
    await schema
      .createIndex('deposits_undecided')
      .on('deposits')
      .columns(['order_id', 'network', 'tx_hash', 'transfer_index'])
      .where(sql<boolean>`role is null and booked_at is not null`)
      .execute();
    await schema
      .createIndex('deposits_extra_open')
      .on('deposits')
      .columns(['order_id', 'network', 'tx_hash', 'transfer_index'])
      .where(sql<boolean>`role = 'EXTRA' and refund_id is null and booked_at is not null and refund_address is null`)
      .execute();
    await schema
      .createIndex('deposits_unclaimed')
      .on('deposits')
      .columns(['order_id', 'booked_at'])
      .where(sql<boolean>`order_id is null and booked_at is not null`)
      .execute();
  },
};
