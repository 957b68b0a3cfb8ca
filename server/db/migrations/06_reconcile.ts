import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import { amountType, forbidChanges, required } from '../columns.ts';

/** State that reconciliation stores between its runs. `tables/reconcile.ts` describes the columns. */
export const reconcileMigration: Migration = {
  async up(database: Kysely<unknown>) {
    const amount = amountType(database);
    await database.schema
      .createTable('reconcile_state')
      .addColumn('id', 'integer', (column) => column.primaryKey())
      .addColumn('totals_until', 'bigint', required)
      .addColumn('ended_at', 'bigint', required)
      .addColumn('full_at', 'bigint', required)
      .execute();
    await database.schema
      .createTable('reconcile_findings')
      .addColumn('object', 'text', required)
      .addColumn('number', 'integer', required)
      .addColumn('key', 'text', required)
      .addColumn('severity', 'text', required)
      .addColumn('what', 'text', required)
      .addColumn('how_much', 'text', required)
      .addColumn('advice', 'text', required)
      .addColumn('first_found_at', 'bigint', required)
      .addColumn('last_found_at', 'bigint', required)
      .addPrimaryKeyConstraint('reconcile_findings_key', ['object', 'number'])
      .execute();
    await database.schema
      .createTable('reconcile_unread')
      .addColumn('object', 'text', (column) => column.primaryKey())
      .addColumn('reason', 'text', required)
      .addColumn('since', 'bigint', required)
      .execute();
    await database.schema
      .createTable('reconcile_totals')
      .addColumn('account', 'text', required)
      .addColumn('instrument', 'text', required)
      .addColumn('inflow', amount, required)
      .addColumn('outflow', amount, required)
      .addPrimaryKeyConstraint('reconcile_totals_key', ['account', 'instrument'])
      .execute();
    await database.schema
      .createTable('reconcile_accepted')
      .addColumn('difference', 'text', required)
      .addColumn('amount_text', 'text', required)
      .addColumn('document', 'text', required)
      .addColumn('signature', 'text', required)
      .addColumn('key_id', 'text', required)
      .addPrimaryKeyConstraint('reconcile_accepted_key', ['difference', 'amount_text'])
      .execute();
    await database.schema
      .createTable('capital_records')
      .addColumn('number', 'integer', (column) => column.primaryKey())
      .addColumn('document', 'text', required)
      .addColumn('signature', 'text', required)
      .addColumn('key_id', 'text', required)
      .execute();
    await forbidChanges(database, 'capital_records');
    await database.schema
      .createTable('reconcile_verified_sends')
      .addColumn('outbox_id', 'text', (column) => column.primaryKey())
      .addColumn('verified_at', 'bigint', required)
      .execute();
  },
};
