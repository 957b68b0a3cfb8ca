import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import { amountType } from '../columns.ts';

/** The embedded networks' own state, and the sends of real networks. */
export const chainMigration: Migration = {
  async up(database: Kysely<unknown>) {
    const amountColumn = amountType(database);
    await database.schema
      .createTable('chain_networks')
      .addColumn('network', 'text', (column) => column.primaryKey())
      .addColumn('base_height', 'bigint', (column) => column.notNull())
      .addColumn('base_at', 'bigint', (column) => column.notNull())
      .addColumn('block_ms', 'integer', (column) => column.notNull())
      .addColumn('mode', 'text', (column) => column.notNull())
      .execute();

    await database.schema
      .createTable('chain_transfers')
      .addColumn('network', 'text', (column) => column.notNull())
      .addColumn('tx_hash', 'text', (column) => column.notNull())
      .addColumn('instrument', 'text', (column) => column.notNull())
      .addColumn('from_address', 'text', (column) => column.notNull())
      .addColumn('to_address', 'text', (column) => column.notNull())
      .addColumn('memo', 'text')
      .addColumn('amount', amountColumn, (column) => column.notNull())
      .addColumn('fee', amountColumn, (column) => column.notNull())
      .addColumn('block_height', 'bigint', (column) => column.notNull())
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .addColumn('idempotency_key', 'text')
      .addPrimaryKeyConstraint('chain_transfers_key', ['network', 'tx_hash'])
      .addUniqueConstraint('chain_transfers_idempotency', ['network', 'idempotency_key'])
      .execute();
    await database.schema
      .createIndex('chain_transfers_incoming')
      .on('chain_transfers')
      .columns(['network', 'to_address', 'block_height'])
      .execute();
    await database.schema.createIndex('chain_transfers_recent').on('chain_transfers').column('created_at').execute();

    await database.schema
      .createTable('chain_balances')
      .addColumn('network', 'text', (column) => column.notNull())
      .addColumn('address', 'text', (column) => column.notNull())
      .addColumn('instrument', 'text', (column) => column.notNull())
      .addColumn('amount', amountColumn, (column) => column.notNull())
      .addPrimaryKeyConstraint('chain_balances_key', ['network', 'address', 'instrument'])
      .execute();

    await database.schema
      .createTable('chain_sends')
      .addColumn('network', 'text', (column) => column.notNull())
      .addColumn('idempotency_key', 'text', (column) => column.notNull())
      .addColumn('instrument', 'text', (column) => column.notNull())
      .addColumn('from_index', 'integer', (column) => column.notNull())
      .addColumn('from_address', 'text', (column) => column.notNull())
      .addColumn('to_address', 'text', (column) => column.notNull())
      .addColumn('amount', amountColumn, (column) => column.notNull())
      .addColumn('nonce', 'bigint', (column) => column.notNull())
      .addColumn('settled', 'integer', (column) => column.notNull())
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .addPrimaryKeyConstraint('chain_sends_key', ['network', 'idempotency_key'])
      // The last word on nonces: two payments can never share one, whoever signed them.
      .addUniqueConstraint('chain_sends_nonce', ['network', 'from_address', 'nonce'])
      .execute();
    await database.schema
      .createTable('chain_send_attempts')
      .addColumn('network', 'text', (column) => column.notNull())
      .addColumn('tx_hash', 'text', (column) => column.notNull())
      .addColumn('idempotency_key', 'text', (column) => column.notNull())
      .addColumn('raw_transaction', 'text', (column) => column.notNull())
      .addColumn('max_fee', amountColumn, (column) => column.notNull())
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .addPrimaryKeyConstraint('chain_send_attempts_key', ['network', 'tx_hash'])
      .addForeignKeyConstraint('chain_send_attempts_send', ['network', 'idempotency_key'], 'chain_sends', [
        'network',
        'idempotency_key',
      ])
      .execute();
    await database.schema
      .createIndex('chain_send_attempts_of_send')
      .on('chain_send_attempts')
      .columns(['network', 'idempotency_key'])
      .execute();
  },
};
