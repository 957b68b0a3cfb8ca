import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** What the columns mean: `tables/mail.ts`. */
export const mailMigration: Migration = {
  async up(database: Kysely<unknown>) {
    await database.schema
      .createTable('mail_subscriptions')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('order_id', 'text', (column) => column.notNull())
      .addColumn('email', 'text', (column) => column.notNull())
      .addColumn('locale', 'text', (column) => column.notNull())
      .addColumn('origin', 'text', (column) => column.notNull())
      .addColumn('state', 'text', (column) => column.notNull())
      .addColumn('code_hash', 'text')
      .addColumn('code_expires_at', 'bigint', (column) => column.notNull())
      .addColumn('code_tries', 'integer', (column) => column.notNull())
      .addColumn('token', 'text', (column) => column.notNull().unique())
      .addColumn('seen_version', 'integer', (column) => column.notNull())
      .addColumn('is_open', 'integer', (column) => column.notNull())
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .addUniqueConstraint('mail_subscriptions_once', ['order_id', 'email'])
      .execute();
    await database.schema
      .createIndex('mail_subscriptions_open')
      .on('mail_subscriptions')
      .columns(['is_open', 'state', 'created_at'])
      .execute();
    await database.schema
      .createTable('mail_outbox')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('subscription_id', 'text', (column) => column.notNull())
      .addColumn('kind', 'text', (column) => column.notNull())
      .addColumn('code', 'text')
      .addColumn('state', 'text', (column) => column.notNull())
      .addColumn('attempts', 'integer', (column) => column.notNull())
      .addColumn('not_before', 'bigint', (column) => column.notNull())
      .addColumn('lease_owner', 'text')
      .addColumn('lease_until', 'bigint', (column) => column.notNull())
      .addColumn('reason', 'text')
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .addColumn('sent_at', 'bigint')
      .execute();
    await database.schema.createIndex('mail_outbox_due').on('mail_outbox').columns(['state', 'not_before']).execute();
    await database.schema.createIndex('mail_outbox_by_subscription').on('mail_outbox').column('subscription_id').execute();
    await database.schema
      .createTable('mail_allowances')
      .addColumn('name', 'text', (column) => column.primaryKey())
      .addColumn('used', 'integer', (column) => column.notNull())
      .addColumn('until', 'bigint', (column) => column.notNull())
      .execute();
    await database.schema
      .createTable('embedded_mails')
      .addColumn('message_id', 'text', (column) => column.primaryKey())
      .addColumn('to_address', 'text', (column) => column.notNull())
      .addColumn('subject', 'text', (column) => column.notNull())
      .addColumn('body_text', 'text', (column) => column.notNull())
      .addColumn('body_html', 'text', (column) => column.notNull())
      .addColumn('sent_at', 'bigint', (column) => column.notNull())
      .execute();
    await database.schema.createIndex('embedded_mails_by_time').on('embedded_mails').column('sent_at').execute();
  },
};
