import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import { addIndex, amountType, forbidChanges, required } from '../columns.ts';

/** Orders, deposits, ledger, outbox, treasury, keys and cursors. `tables/orders.ts` describes the columns. */
export const ordersMigration: Migration = {
  async up(database: Kysely<unknown>) {
    await createOrders(database);
    await createOrderParts(database);
    await createDeposits(database);
    await createLedger(database);
    await createOutbox(database);
    await createTreasury(database);
    await createKeys(database);
  },
};

async function createOrders(database: Kysely<unknown>): Promise<void> {
  const amount = amountType(database);
  await database.schema
    .createTable('orders')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('version', 'integer', required)
    .addColumn('status', 'text', required)
    .addColumn('rate_mode', 'text', required)
    .addColumn('instrument_from', 'text', required)
    .addColumn('instrument_to', 'text', required)
    .addColumn('network_from', 'text', required)
    .addColumn('network_to', 'text', required)
    .addColumn('destination_address', 'text', required)
    .addColumn('destination_memo', 'text')
    .addColumn('refund_address', 'text')
    .addColumn('refund_memo', 'text')
    .addColumn('user_email', 'text')
    .addColumn('order_token_hash', 'text')
    .addColumn('deposit_index', 'integer', required)
    .addColumn('deposit_address', 'text', required)
    .addColumn('deposit_address_key', 'text', required)
    .addColumn('payout_fee_factor', amount, required)
    .addColumn('deposit_memo', 'text')
    .addColumn('min_confirmations', 'integer', required)
    .addColumn('claimed_deposit_amount', amount, required)
    .addColumn('price', amount, required)
    .addColumn('network_fee', amount, required)
    .addColumn('collection_fee', amount, required)
    .addColumn('platform_fee', amount, required)
    .addColumn('amount_to_get', amount, required)
    .addColumn('market_price', amount, required)
    .addColumn('quote_id', 'text')
    .addColumn('created_at', 'bigint', required)
    .addColumn('expires_at', 'bigint', required)
    .addColumn('confirm_by', 'bigint')
    .addColumn('first_deposit_at', 'bigint')
    .addColumn('rate_locked_at', 'bigint')
    .addColumn('funds_detected_at', 'bigint')
    .addColumn('decision_reason', 'text')
    .addColumn('decision_deadline', 'bigint')
    .addColumn('ended_at', 'bigint')
    .addColumn('watch_until', 'bigint', required)
    .addColumn('next_check_at', 'bigint', (column) => column.notNull().defaultTo(0))
    .addColumn('legacy_order_id', 'text')
    .addColumn('first_order_id', 'text', (column) => column.references('orders.id'))
    .execute();
  await addIndex(database, 'orders', ['network_from', 'status']);
  await addIndex(database, 'orders', ['network_from', 'watch_until']);
  await addIndex(database, 'orders', ['network_to', 'status']);
  await addIndex(database, 'orders', ['status', 'ended_at']);
  await addIndex(database, 'orders', ['deposit_address']);
  await addIndex(database, 'orders', ['deposit_address_key']);
  // Later orders use the deposit address of their first order (D63).
  await database.schema
    .createIndex('orders_own_deposit_index')
    .unique()
    .on('orders')
    .column('deposit_index')
    .where(sql<boolean>`first_order_id is null`)
    .execute();
  await database.schema
    .createIndex('orders_later')
    .on('orders')
    .column('first_order_id')
    .where(sql<boolean>`first_order_id is not null`)
    .execute();

  await database.schema
    .createTable('order_events')
    .addColumn('order_id', 'text', (column) => column.notNull().references('orders.id'))
    .addColumn('sequence', 'integer', required)
    .addColumn('kind', 'text', required)
    .addColumn('created_at', 'bigint', required)
    .addPrimaryKeyConstraint('order_events_key', ['order_id', 'sequence'])
    .execute();
}

async function createOrderParts(database: Kysely<unknown>): Promise<void> {
  const amount = amountType(database);
  const createPart = (table: string) =>
    database.schema.createTable(table).addColumn('order_id', 'text', (column) => column.primaryKey().references('orders.id'));
  await createPart('order_origins')
    .addColumn('created_at', 'bigint', required)
    .addColumn('referrer_id', 'text')
    .addColumn('utm_data', 'text')
    .addColumn('browser_fingerprint', 'text')
    .addColumn('client_address', 'text')
    .addColumn('client_group', 'text')
    .execute();
  await addIndex(database, 'order_origins', ['client_group', 'created_at']);
  await createPart('order_acceptances')
    .addColumn('price', amount, required)
    .addColumn('amount_to_get', amount, required)
    .addColumn('network_fee', amount, required)
    .addColumn('collection_fee', amount, required)
    .addColumn('platform_fee', amount, required)
    .execute();
  await createPart('order_settlements')
    .addColumn('settled_at', 'bigint', required)
    .addColumn('amount', amount, required)
    .addColumn('price', amount, required)
    .addColumn('market_price', amount, required)
    .addColumn('payout_amount', amount, required)
    .addColumn('network_fee', amount, required)
    .addColumn('collection_fee', amount, required)
    .addColumn('platform_fee', amount, required)
    .execute();
  await createPart('order_refunds')
    .addColumn('amount', amount, required)
    .addColumn('network_fee', amount, required)
    .addColumn('collection_fee', amount, required)
    .execute();
}

async function createDeposits(database: Kysely<unknown>): Promise<void> {
  const amount = amountType(database);
  await database.schema
    .createTable('deposits')
    .addColumn('network', 'text', required)
    .addColumn('tx_hash', 'text', required)
    .addColumn('transfer_index', 'integer', required)
    .addColumn('order_id', 'text', (column) => column.references('orders.id'))
    .addColumn('instrument', 'text', required)
    .addColumn('to_address', 'text', required)
    .addColumn('memo', 'text')
    .addColumn('amount', amount, required)
    .addColumn('block_height', 'bigint')
    .addColumn('confirmations', 'integer', required)
    .addColumn('is_reorged', 'integer', required)
    .addColumn('booked_at', 'bigint')
    .addColumn('role', 'text')
    .addColumn('detected_at', 'bigint', required)
    .addColumn('in_block_at', 'bigint')
    .addColumn('refund_id', 'text')
    .addColumn('refund_at', 'bigint', (column) => column.notNull().defaultTo(0))
    .addColumn('refund_address', 'text')
    .addColumn('refund_memo', 'text')
    .addColumn('times_written_off', 'integer', (column) => column.notNull().defaultTo(0))
    .addColumn('write_off_note', 'text')
    .addPrimaryKeyConstraint('deposits_key', ['network', 'tx_hash', 'transfer_index'])
    .execute();
  await addIndex(database, 'deposits', ['order_id']);
  await addIndex(database, 'deposits', ['network', 'booked_at']);
  await addIndex(database, 'deposits', ['network', 'role']);
  // Partial indexes: the workers poll for these few rows among all deposits ever made.
  await database.schema
    .createIndex('deposits_to_refund')
    .on('deposits')
    .columns(['network', 'refund_at'])
    .where(sql<boolean>`role = 'EXTRA' and refund_id is null`)
    .execute();
  await database.schema
    .createIndex('deposits_written_off')
    .on('deposits')
    .column('network')
    .where(sql<boolean>`times_written_off > 0 and is_reorged = 1`)
    .execute();
  await database.schema
    .createIndex('deposits_undecided')
    .on('deposits')
    .columns(['order_id', 'network', 'tx_hash', 'transfer_index'])
    .where(sql<boolean>`role is null and booked_at is not null`)
    .execute();
  await database.schema
    .createIndex('deposits_extra_open')
    .on('deposits')
    .column('booked_at')
    .where(sql<boolean>`role = 'EXTRA' and refund_id is null and booked_at is not null and refund_address is null`)
    .execute();
  await database.schema
    .createIndex('deposits_unattributed')
    .on('deposits')
    .columns(['order_id', 'booked_at'])
    .where(sql<boolean>`order_id is null and booked_at is not null`)
    .execute();

  await database.schema
    .createTable('deposit_claims')
    .addColumn('network', 'text', required)
    .addColumn('tx_hash', 'text', required)
    .addColumn('transfer_index', 'integer', required)
    .addColumn('order_id', 'text', (column) => column.notNull().references('orders.id'))
    .addColumn('state', 'text', required)
    .addColumn('reason', 'text')
    .addColumn('created_at', 'bigint', required)
    .addColumn('decided_at', 'bigint')
    .addPrimaryKeyConstraint('deposit_claims_key', ['network', 'tx_hash', 'transfer_index', 'order_id'])
    .execute();
  await addIndex(database, 'deposit_claims', ['order_id']);
  await database.schema.createIndex('deposit_claims_by_state').on('deposit_claims').columns(['state', 'created_at']).execute();
  await database.schema
    .createTable('sweeps')
    .addColumn('order_id', 'text', (column) => column.notNull().references('orders.id'))
    .addColumn('network', 'text', required)
    .addColumn('state', 'text', required)
    .addColumn('number', 'integer', required)
    .addColumn('not_before', 'bigint', required)
    .addPrimaryKeyConstraint('sweeps_key', ['order_id', 'network'])
    .execute();
  await database.schema
    .createIndex('sweeps_due')
    .on('sweeps')
    .columns(['network', 'not_before'])
    .where(sql<boolean>`state = 'DUE'`)
    .execute();
}

async function createLedger(database: Kysely<unknown>): Promise<void> {
  const amount = amountType(database);
  await database.schema
    .createTable('ledger_entries')
    .addColumn('journal_id', 'text', required)
    .addColumn('line', 'integer', required)
    .addColumn('account', 'text', required)
    .addColumn('order_id', 'text')
    .addColumn('instrument', 'text', required)
    .addColumn('amount', amount, required)
    .addColumn('created_at', 'bigint', required)
    .addPrimaryKeyConstraint('ledger_entries_key', ['journal_id', 'line'])
    .execute();
  await addIndex(database, 'ledger_entries', ['order_id']);
  await database.schema
    .createIndex('ledger_entries_by_time')
    .on('ledger_entries')
    .columns(['created_at', 'journal_id', 'line'])
    .execute();
  await forbidChanges(database, 'ledger_entries');
}

async function createOutbox(database: Kysely<unknown>): Promise<void> {
  const amount = amountType(database);
  await database.schema
    .createTable('outbox')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('idempotency_key', 'text', (column) => column.notNull().unique())
    .addColumn('kind', 'text', required)
    .addColumn('order_id', 'text', (column) => column.notNull().references('orders.id'))
    .addColumn('network', 'text', required)
    .addColumn('instrument', 'text', required)
    .addColumn('from_index', 'integer', required)
    .addColumn('to_address', 'text', required)
    .addColumn('memo', 'text')
    .addColumn('amount', amount, required)
    .addColumn('fee_limit', amount)
    .addColumn('usd_value', amount)
    .addColumn('state', 'text', required)
    .addColumn('attempts', 'integer', required)
    .addColumn('not_before', 'bigint', required)
    .addColumn('lease_owner', 'text')
    .addColumn('lease_until', 'bigint', required)
    .addColumn('reason', 'text')
    .addColumn('overridden_at', 'bigint')
    .addColumn('tx_hash', 'text')
    .addColumn('created_at', 'bigint', required)
    .addColumn('sent_at', 'bigint')
    .addColumn('confirmed_at', 'bigint')
    .addColumn('arrived_amount', amount)
    .addColumn('arrival_note', 'text')
    .execute();
  await database.schema
    .createTable('outflows')
    .addColumn('period', 'bigint', (column) => column.primaryKey())
    .addColumn('usd_value', amount, required)
    .execute();
  await addIndex(database, 'outbox', ['order_id']);
  await addIndex(database, 'outbox', ['network', 'state', 'not_before']);
  await addIndex(database, 'outbox', ['instrument', 'created_at']);
  // Partial indexes: these few rows among all sends ever made.
  await database.schema
    .createIndex('outbox_open_refunds')
    .on('outbox')
    .column('instrument')
    .where(sql<boolean>`kind = 'REFUND' and state <> 'CONFIRMED'`)
    .execute();
  await database.schema
    .createIndex('outbox_short')
    .on('outbox')
    .column('created_at')
    .where(sql<boolean>`arrived_amount is not null`)
    .execute();
  await database.schema
    .createIndex('outbox_unresolved')
    .on('outbox')
    .columns(['state', 'created_at'])
    .where(sql<boolean>`state in ('HELD', 'FAILED', 'REFUSED', 'PENDING') and kind in ('PAYOUT', 'REFUND')`)
    .execute();
}

async function createTreasury(database: Kysely<unknown>): Promise<void> {
  const amount = amountType(database);
  await database.schema
    .createTable('reservations')
    .addColumn('order_id', 'text', (column) => column.primaryKey().references('orders.id'))
    .addColumn('instrument', 'text', required)
    .addColumn('amount', amount, required)
    .execute();
  await addIndex(database, 'reservations', ['instrument']);
  await database.schema
    .createTable('treasury_balances')
    .addColumn('instrument', 'text', (column) => column.primaryKey())
    .addColumn('amount', amount, required)
    .addColumn('version', 'integer', required)
    .addColumn('refreshed_at', 'bigint', required)
    .execute();
}

async function createKeys(database: Kysely<unknown>): Promise<void> {
  await database.schema
    .createTable('idempotency_keys')
    .addColumn('key_hash', 'text', (column) => column.primaryKey())
    .addColumn('body_hash', 'text', required)
    .addColumn('order_id', 'text', required)
    .addColumn('created_at', 'bigint', required)
    .execute();
  await database.schema
    .createTable('blacklist')
    .addColumn('kind', 'text', required)
    .addColumn('value', 'text', required)
    .addColumn('reason', 'text')
    .addColumn('created_at', 'bigint', required)
    .addPrimaryKeyConstraint('blacklist_key', ['kind', 'value'])
    .execute();
  await database.schema
    .createTable('leases')
    .addColumn('name', 'text', (column) => column.primaryKey())
    .addColumn('owner', 'text', required)
    .addColumn('until', 'bigint', required)
    .execute();
  await database.schema
    .createTable('counters')
    .addColumn('name', 'text', (column) => column.primaryKey())
    .addColumn('value', 'integer', required)
    .execute();
  // Index 0 belongs to the treasury (D35), so order addresses start at 1.
  await sql`insert into counters (name, value) values ('deposit_index', 0)`.execute(database);
  await database.schema
    .createTable('network_cursors')
    .addColumn('network', 'text', (column) => column.primaryKey())
    .addColumn('cursor', 'text', required)
    .addColumn('updated_at', 'bigint', required)
    .addColumn('read_until', 'bigint', (column) => column.notNull().defaultTo(0))
    .execute();
}
