import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import { amountType } from '../columns.ts';
import { isPostgres } from '../isPostgres.ts';

/** Orders, their events, deposits, ledger, outbox, treasury, keys, leases. What the columns mean: `tables/orders.ts`. */
export const ordersMigration: Migration = {
  async up(database: Kysely<unknown>) {
    await createOrders(database);
    await createMoney(database);
    await createTreasury(database);
    await createKeys(database);
  },
};

async function createOrders(database: Kysely<unknown>): Promise<void> {
  const amount = amountType(database);
  await database.schema
    .createTable('orders')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('version', 'integer', (column) => column.notNull())
    .addColumn('status', 'text', (column) => column.notNull())
    .addColumn('rate_mode', 'text', (column) => column.notNull())
    .addColumn('instrument_from', 'text', (column) => column.notNull())
    .addColumn('instrument_to', 'text', (column) => column.notNull())
    .addColumn('network_from', 'text', (column) => column.notNull())
    .addColumn('network_to', 'text', (column) => column.notNull())
    .addColumn('destination_address', 'text', (column) => column.notNull())
    .addColumn('destination_memo', 'text')
    .addColumn('refund_address', 'text')
    .addColumn('refund_memo', 'text')
    .addColumn('user_email', 'text')
    .addColumn('order_token_hash', 'text')
    .addColumn('deposit_index', 'integer', (column) => column.notNull().unique())
    .addColumn('deposit_address', 'text', (column) => column.notNull())
    .addColumn('deposit_memo', 'text')
    .addColumn('min_confirmations', 'integer', (column) => column.notNull())
    .addColumn('claimed_deposit_amount', amount, (column) => column.notNull())
    .addColumn('price', amount, (column) => column.notNull())
    .addColumn('network_fee', amount, (column) => column.notNull())
    .addColumn('platform_fee', amount, (column) => column.notNull())
    .addColumn('amount_to_get', amount, (column) => column.notNull())
    .addColumn('market_price', amount, (column) => column.notNull())
    .addColumn('quote_id', 'text')
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('expires_at', 'bigint', (column) => column.notNull())
    .addColumn('first_deposit_at', 'bigint')
    .addColumn('rate_locked_at', 'bigint')
    .addColumn('funds_detected_at', 'bigint')
    .addColumn('decision_reason', 'text')
    .addColumn('decision_deadline', 'bigint')
    .addColumn('settled_at', 'bigint')
    .addColumn('settled_amount', amount)
    .addColumn('settled_price', amount)
    .addColumn('settled_market_price', amount)
    .addColumn('payout_amount', amount)
    .addColumn('payout_network_fee', amount)
    .addColumn('payout_platform_fee', amount)
    .addColumn('refund_amount', amount)
    .addColumn('refund_network_fee', amount)
    .addColumn('ended_at', 'bigint')
    .addColumn('watch_until', 'bigint', (column) => column.notNull())
    .addColumn('sweep_state', 'text', (column) => column.notNull())
    .addColumn('sweep_number', 'integer', (column) => column.notNull())
    .addColumn('sweep_not_before', 'bigint', (column) => column.notNull())
    .addColumn('legacy_order_id', 'text')
    .addColumn('referrer_id', 'text')
    .addColumn('utm_data', 'text')
    .addColumn('browser_fingerprint', 'text')
    .addColumn('client_address', 'text')
    .execute();
  await index(database, 'orders', ['network_from', 'status']);
  await index(database, 'orders', ['network_from', 'watch_until']);
  await index(database, 'orders', ['network_to', 'status']);
  await index(database, 'orders', ['status', 'ended_at']);
  await index(database, 'orders', ['deposit_address']);
  await index(database, 'orders', ['network_from', 'sweep_state']);

  await database.schema
    .createTable('order_events')
    .addColumn('order_id', 'text', (column) => column.notNull().references('orders.id'))
    .addColumn('sequence', 'integer', (column) => column.notNull())
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('order_events_key', ['order_id', 'sequence'])
    .execute();
}

async function createMoney(database: Kysely<unknown>): Promise<void> {
  const amount = amountType(database);
  await database.schema
    .createTable('deposits')
    .addColumn('network', 'text', (column) => column.notNull())
    .addColumn('tx_hash', 'text', (column) => column.notNull())
    .addColumn('transfer_index', 'integer', (column) => column.notNull())
    .addColumn('order_id', 'text', (column) => column.references('orders.id'))
    .addColumn('instrument', 'text', (column) => column.notNull())
    .addColumn('to_address', 'text', (column) => column.notNull())
    .addColumn('memo', 'text')
    .addColumn('amount', amount, (column) => column.notNull())
    .addColumn('block_height', 'bigint')
    .addColumn('confirmations', 'integer', (column) => column.notNull())
    .addColumn('is_reorged', 'integer', (column) => column.notNull())
    .addColumn('booked_at', 'bigint')
    .addColumn('role', 'text')
    .addColumn('detected_at', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('deposits_key', ['network', 'tx_hash', 'transfer_index'])
    .execute();
  await index(database, 'deposits', ['order_id']);
  await index(database, 'deposits', ['network', 'booked_at']);

  await database.schema
    .createTable('ledger_entries')
    .addColumn('journal_id', 'text', (column) => column.notNull())
    .addColumn('line', 'integer', (column) => column.notNull())
    .addColumn('account', 'text', (column) => column.notNull())
    .addColumn('order_id', 'text')
    .addColumn('instrument', 'text', (column) => column.notNull())
    .addColumn('amount', amount, (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('ledger_entries_key', ['journal_id', 'line'])
    .execute();
  await index(database, 'ledger_entries', ['order_id']);
  await forbidChanges(database, 'ledger_entries');

  await database.schema
    .createTable('outbox')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('idempotency_key', 'text', (column) => column.notNull().unique())
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('order_id', 'text', (column) => column.notNull().references('orders.id'))
    .addColumn('network', 'text', (column) => column.notNull())
    .addColumn('instrument', 'text', (column) => column.notNull())
    .addColumn('from_index', 'integer', (column) => column.notNull())
    .addColumn('to_address', 'text', (column) => column.notNull())
    .addColumn('memo', 'text')
    .addColumn('amount', amount, (column) => column.notNull())
    .addColumn('usd_value', amount)
    .addColumn('state', 'text', (column) => column.notNull())
    .addColumn('attempts', 'integer', (column) => column.notNull())
    .addColumn('not_before', 'bigint', (column) => column.notNull())
    .addColumn('lease_owner', 'text')
    .addColumn('lease_until', 'bigint', (column) => column.notNull())
    .addColumn('reason', 'text')
    .addColumn('tx_hash', 'text')
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('sent_at', 'bigint')
    .addColumn('confirmed_at', 'bigint')
    .execute();
  await index(database, 'outbox', ['order_id']);
  await index(database, 'outbox', ['network', 'state', 'not_before']);
  await index(database, 'outbox', ['instrument', 'created_at']);
}

async function createTreasury(database: Kysely<unknown>): Promise<void> {
  const amount = amountType(database);
  await database.schema
    .createTable('reservations')
    .addColumn('order_id', 'text', (column) => column.primaryKey().references('orders.id'))
    .addColumn('instrument', 'text', (column) => column.notNull())
    .addColumn('amount', amount, (column) => column.notNull())
    .execute();
  await index(database, 'reservations', ['instrument']);
  await database.schema
    .createTable('treasury_balances')
    .addColumn('instrument', 'text', (column) => column.primaryKey())
    .addColumn('amount', amount, (column) => column.notNull())
    .addColumn('version', 'integer', (column) => column.notNull())
    .addColumn('refreshed_at', 'bigint', (column) => column.notNull())
    .execute();
}

async function createKeys(database: Kysely<unknown>): Promise<void> {
  await database.schema
    .createTable('idempotency_keys')
    .addColumn('key_hash', 'text', (column) => column.primaryKey())
    .addColumn('body_hash', 'text', (column) => column.notNull())
    .addColumn('order_id', 'text', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .execute();
  await database.schema
    .createTable('blacklist')
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('value', 'text', (column) => column.notNull())
    .addColumn('reason', 'text')
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('blacklist_key', ['kind', 'value'])
    .execute();
  await database.schema
    .createTable('leases')
    .addColumn('name', 'text', (column) => column.primaryKey())
    .addColumn('owner', 'text', (column) => column.notNull())
    .addColumn('until', 'bigint', (column) => column.notNull())
    .execute();
  await database.schema
    .createTable('counters')
    .addColumn('name', 'text', (column) => column.primaryKey())
    .addColumn('value', 'integer', (column) => column.notNull())
    .execute();
  // Index 0 is the treasury's (D35): orders begin at 1.
  await sql`insert into counters (name, value) values ('deposit_index', 0)`.execute(database);
  await database.schema
    .createTable('network_cursors')
    .addColumn('network', 'text', (column) => column.primaryKey())
    .addColumn('cursor', 'text', (column) => column.notNull())
    .addColumn('updated_at', 'bigint', (column) => column.notNull())
    .execute();
}

/** The ledger is appended to and never changed (D9): the database itself refuses anything else. */
async function forbidChanges(database: Kysely<unknown>, table: string): Promise<void> {
  const statements = isPostgres(database)
    ? [
        `create function ${table}_is_append_only() returns trigger language plpgsql as $$ begin raise exception '${table} is append only'; end $$`,
        `create trigger ${table}_no_change before update or delete or truncate on ${table} for each statement execute function ${table}_is_append_only()`,
      ]
    : ['update', 'delete'].map(
        (action) =>
          `create trigger ${table}_no_${action} before ${action} on ${table} begin select raise(abort, '${table} is append only'); end`,
      );
  for (const statement of statements) await sql.raw(statement).execute(database);
}

async function index(database: Kysely<unknown>, table: string, columns: string[]): Promise<void> {
  await database.schema
    .createIndex(`${table}_by_${columns.join('_')}`)
    .on(table)
    .columns(columns)
    .execute();
}
