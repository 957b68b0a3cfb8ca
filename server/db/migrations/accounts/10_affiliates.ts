import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import { addIndex, amountType, required } from '../../columns.ts';

/** Referral codes, accruals, their sums by day and cashback levels. `tables/affiliates.ts` describes the columns. */
export const affiliatesMigration: Migration = {
  async up(database: Kysely<unknown>) {
    await createCodes(database);
    await createAccruals(database);
    await createDays(database);
  },
};

async function createCodes(database: Kysely<unknown>): Promise<void> {
  await database.schema
    .createTable('affiliate_codes')
    .addColumn('code', 'text', (column) => column.primaryKey())
    .addColumn('user_id', 'integer', (column) => column.notNull().references('users.id'))
    .addColumn('name', 'text', required)
    .addColumn('is_main', 'integer', required)
    .addColumn('created_at', 'bigint', required)
    .execute();
  await addIndex(database, 'affiliate_codes', ['user_id', 'created_at']);
  await database.schema
    .createIndex('affiliate_codes_main')
    .unique()
    .on('affiliate_codes')
    .column('user_id')
    .where(sql<boolean>`is_main = 1`)
    .execute();
  // Expected earnings are computed from the recent orders of a code.
  await addIndex(database, 'order_origins', ['referrer_id', 'created_at']);
}

async function createAccruals(database: Kysely<unknown>): Promise<void> {
  const amount = amountType(database);
  await database.schema
    .createTable('accruals')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('order_id', 'text', (column) => column.notNull().references('orders.id'))
    .addColumn('kind', 'text', required)
    .addColumn('user_id', 'integer', (column) => column.notNull().references('users.id'))
    .addColumn('code', 'text', required)
    .addColumn('instrument', 'text', required)
    .addColumn('amount', amount, required)
    .addColumn('fee', amount, required)
    .addColumn('percent', amount, required)
    .addColumn('created_at', 'bigint', required)
    .addUniqueConstraint('accruals_once', ['order_id', 'kind'])
    .execute();
  await addIndex(database, 'accruals', ['user_id', 'kind', 'created_at', 'id']);
}

async function createDays(database: Kysely<unknown>): Promise<void> {
  const amount = amountType(database);
  await database.schema
    .createTable('affiliate_days')
    .addColumn('user_id', 'integer', (column) => column.notNull().references('users.id'))
    .addColumn('code', 'text', required)
    .addColumn('day', 'bigint', required)
    .addColumn('clicks', 'integer', required)
    .addColumn('orders', 'integer', required)
    .addColumn('earned', amount, required)
    .addColumn('version', 'integer', required)
    .addPrimaryKeyConstraint('affiliate_days_key', ['user_id', 'day', 'code'])
    .execute();
  await database.schema
    .createTable('cashback_days')
    .addColumn('user_id', 'integer', (column) => column.notNull().references('users.id'))
    .addColumn('day', 'bigint', required)
    .addColumn('orders', 'integer', required)
    .addColumn('volume', amount, required)
    .addColumn('earned', amount, required)
    .addColumn('version', 'integer', required)
    .addPrimaryKeyConstraint('cashback_days_key', ['user_id', 'day'])
    .execute();
  await database.schema
    .createTable('cashback_levels')
    .addColumn('user_id', 'integer', (column) => column.primaryKey().references('users.id'))
    .addColumn('level', 'text', required)
    .addColumn('reached_at', 'bigint', required)
    .execute();
}
