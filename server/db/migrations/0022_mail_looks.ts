import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** News that no version of an order shows are looked for at a time. */
export const mailLooksMigration: Migration = {
  async up(database: Kysely<unknown>) {
    // 0: orders that have readers now are looked at once more, and say themselves when again.
    await database.schema
      .alterTable('mail_subscriptions')
      .addColumn('next_check_at', 'bigint', (column) => column.notNull().defaultTo(sql`0`))
      .execute();
    await database.schema
      .createIndex('mail_subscriptions_due')
      .on('mail_subscriptions')
      .columns(['is_open', 'state', 'next_check_at'])
      .execute();
  },
};
