import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import { amountType } from '../columns.ts';

/** What reconciling keeps between its runs. What the columns mean: `tables/reconcile.ts`. */
export const reconcileMigration: Migration = {
  async up(database: Kysely<unknown>) {
    const amount = amountType(database);
    await database.schema
      .createTable('reconcile_state')
      .addColumn('id', 'integer', (column) => column.primaryKey())
      .addColumn('totals_until', 'bigint', (column) => column.notNull())
      .addColumn('ended_at', 'bigint', (column) => column.notNull())
      .addColumn('full_at', 'bigint', (column) => column.notNull())
      .addColumn('alarms', 'integer', (column) => column.notNull())
      .addColumn('notices', 'integer', (column) => column.notNull())
      .addColumn('report', 'text', (column) => column.notNull())
      .execute();
    await database.schema
      .createTable('reconcile_totals')
      .addColumn('account', 'text', (column) => column.notNull())
      .addColumn('instrument', 'text', (column) => column.notNull())
      .addColumn('inflow', amount, (column) => column.notNull())
      .addColumn('outflow', amount, (column) => column.notNull())
      .addPrimaryKeyConstraint('reconcile_totals_key', ['account', 'instrument'])
      .execute();
    await database.schema
      .createTable('reconcile_accepted')
      .addColumn('difference', 'text', (column) => column.notNull())
      .addColumn('how_much', 'text', (column) => column.notNull())
      .addColumn('note', 'text', (column) => column.notNull())
      .addColumn('accepted_at', 'bigint', (column) => column.notNull())
      .addPrimaryKeyConstraint('reconcile_accepted_key', ['difference', 'how_much'])
      .execute();
    await database.schema
      .createTable('treasury_capital')
      .addColumn('instrument', 'text', (column) => column.notNull())
      .addColumn('number', 'integer', (column) => column.notNull())
      .addColumn('amount', amount, (column) => column.notNull())
      .addColumn('note', 'text', (column) => column.notNull())
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .addPrimaryKeyConstraint('treasury_capital_key', ['instrument', 'number'])
      .execute();
    await database.schema
      .createIndex('ledger_entries_by_time')
      .on('ledger_entries')
      .columns(['created_at', 'journal_id', 'line'])
      .execute();
  },
};
