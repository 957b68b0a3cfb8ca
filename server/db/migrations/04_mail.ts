import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import { required } from '../columns.ts';

/** E-mail notifications. `tables/mail.ts` describes the columns. */
export const mailMigration: Migration = {
  async up(database: Kysely<unknown>) {
    await database.schema
      .createTable('mail_subscriptions')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('order_id', 'text', required)
      .addColumn('email', 'text', required)
      .addColumn('locale', 'text', required)
      .addColumn('origin', 'text', required)
      .addColumn('state', 'text', required)
      .addColumn('code_hash', 'text')
      .addColumn('code_expires_at', 'bigint', required)
      .addColumn('code_tries', 'integer', required)
      .addColumn('token', 'text', (column) => column.notNull().unique())
      .addColumn('checked_version', 'integer', required)
      .addColumn('next_check_at', 'bigint', (column) => column.notNull().defaultTo(0))
      .addColumn('is_open', 'integer', required)
      .addColumn('created_at', 'bigint', required)
      .addUniqueConstraint('mail_subscriptions_once', ['order_id', 'email'])
      .execute();
    await database.schema
      .createIndex('mail_subscriptions_open')
      .on('mail_subscriptions')
      .columns(['is_open', 'state', 'created_at'])
      .execute();
    await database.schema
      .createIndex('mail_subscriptions_due')
      .on('mail_subscriptions')
      .columns(['is_open', 'state', 'next_check_at'])
      .execute();
    await database.schema
      .createTable('order_notifications')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('subscription_id', 'text', required)
      .addColumn('kind', 'text', required)
      .addColumn('reference', 'text', required)
      .addColumn('occurrence', 'integer', required)
      .addColumn('code', 'text')
      .addColumn('state', 'text', required)
      .addColumn('attempts', 'integer', required)
      .addColumn('not_before', 'bigint', required)
      .addColumn('lease_owner', 'text')
      .addColumn('lease_until', 'bigint', required)
      .addColumn('reason', 'text')
      .addColumn('created_at', 'bigint', required)
      .addColumn('sent_at', 'bigint')
      .addUniqueConstraint('order_notifications_once', ['subscription_id', 'kind', 'reference', 'occurrence'])
      .execute();
    await database.schema
      .createIndex('order_notifications_due')
      .on('order_notifications')
      .columns(['state', 'not_before'])
      .execute();
    await database.schema
      .createTable('mail_allowances')
      .addColumn('name', 'text', (column) => column.primaryKey())
      .addColumn('used', 'integer', required)
      .addColumn('until', 'bigint', required)
      .execute();
    await database.schema
      .createTable('mail_opt_outs')
      .addColumn('token_hash', 'text', (column) => column.primaryKey())
      .addColumn('subscription_id', 'text', required)
      .addColumn('email_hash', 'text', required)
      .addColumn('is_refused', 'integer', required)
      .addColumn('expires_at', 'bigint', required)
      .execute();
    await database.schema.createIndex('mail_opt_outs_by_email').on('mail_opt_outs').column('email_hash').execute();
    await database.schema
      .createTable('embedded_mails')
      .addColumn('message_id', 'text', (column) => column.primaryKey())
      .addColumn('to_address', 'text', required)
      .addColumn('subject', 'text', required)
      .addColumn('body_text', 'text', required)
      .addColumn('body_html', 'text', required)
      .addColumn('sent_at', 'bigint', required)
      .execute();
    await database.schema.createIndex('embedded_mails_by_time').on('embedded_mails').column('sent_at').execute();
  },
};
