import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import { addIndex, required } from '../../columns.ts';

/** What the bot of the messenger sends. `tables/messenger.ts` describes the columns. */
export const messengerMessagesMigration: Migration = {
  async up(database: Kysely<unknown>) {
    await database.schema
      .createTable('messenger_subscriptions')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('order_id', 'text', required)
      .addColumn('messenger_id', 'text', required)
      .addColumn('locale', 'text', required)
      .addColumn('shown', 'text', required)
      .addColumn('message_id', 'bigint')
      .addColumn('checked_version', 'integer', required)
      .addColumn('state', 'text', required)
      .addColumn('attempts', 'integer', required)
      .addColumn('not_before', 'bigint', required)
      .addColumn('lease_owner', 'text')
      .addColumn('lease_until', 'bigint', required)
      .addColumn('created_at', 'bigint', required)
      .addUniqueConstraint('messenger_subscriptions_once', ['order_id', 'messenger_id'])
      .execute();
    await addIndex(database, 'messenger_subscriptions', ['state', 'not_before']);
    await addIndex(database, 'messenger_subscriptions', ['messenger_id', 'state']);
    await database.schema
      .createTable('messenger_notices')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('messenger_id', 'text', required)
      .addColumn('kind', 'text', required)
      .addColumn('locale', 'text', required)
      .addColumn('state', 'text', required)
      .addColumn('attempts', 'integer', required)
      .addColumn('not_before', 'bigint', required)
      .addColumn('lease_owner', 'text')
      .addColumn('lease_until', 'bigint', required)
      .addColumn('created_at', 'bigint', required)
      .execute();
    await addIndex(database, 'messenger_notices', ['state', 'not_before']);
    // New orders of customers whom the bot writes to are found by their time.
    await addIndex(database, 'order_owners', ['created_at', 'order_id']);
  },
};
