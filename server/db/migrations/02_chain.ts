import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import { amountType, required } from '../columns.ts';

/** State of the embedded networks, and the sends of real networks. `tables/chain.ts` describes the columns. */
export const chainMigration: Migration = {
  async up(database: Kysely<unknown>) {
    const amountColumn = amountType(database);
    await database.schema
      .createTable('chain_networks')
      .addColumn('network', 'text', (column) => column.primaryKey())
      .addColumn('base_height', 'bigint', required)
      .addColumn('base_at', 'bigint', required)
      .addColumn('block_ms', 'integer', required)
      .addColumn('mode', 'text', required)
      .addColumn('fee_factor', 'integer', (column) => column.notNull().defaultTo(1))
      .addColumn('address_realm', 'text', (column) => column.notNull().defaultTo('OWN'))
      .execute();

    await database.schema
      .createTable('chain_transfers')
      .addColumn('network', 'text', required)
      .addColumn('tx_hash', 'text', required)
      .addColumn('instrument', 'text', required)
      .addColumn('from_address', 'text', required)
      .addColumn('to_address', 'text', required)
      .addColumn('memo', 'text')
      .addColumn('amount', amountColumn, required)
      .addColumn('fee', amountColumn, required)
      .addColumn('block_height', 'bigint', required)
      .addColumn('created_at', 'bigint', required)
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
      .addColumn('network', 'text', required)
      .addColumn('address', 'text', required)
      .addColumn('instrument', 'text', required)
      .addColumn('amount', amountColumn, required)
      .addPrimaryKeyConstraint('chain_balances_key', ['network', 'address', 'instrument'])
      .execute();

    await database.schema
      .createTable('chain_sends')
      .addColumn('network', 'text', required)
      .addColumn('idempotency_key', 'text', required)
      .addColumn('instrument', 'text', required)
      .addColumn('from_index', 'integer', required)
      .addColumn('from_address', 'text', required)
      .addColumn('to_address', 'text', required)
      .addColumn('amount', amountColumn, required)
      .addColumn('nonce', 'bigint', required)
      .addColumn('settled', 'integer', required)
      .addColumn('created_at', 'bigint', required)
      .addColumn('conflicting_hash', 'text')
      .addColumn('failure', 'text')
      .addPrimaryKeyConstraint('chain_sends_key', ['network', 'idempotency_key'])
      // The database enforces that two payments never share a nonce.
      .addUniqueConstraint('chain_sends_nonce', ['network', 'from_address', 'nonce'])
      .execute();
    await database.schema
      .createTable('chain_send_attempts')
      .addColumn('network', 'text', required)
      .addColumn('tx_hash', 'text', required)
      .addColumn('idempotency_key', 'text', required)
      .addColumn('raw_transaction', 'text', required)
      .addColumn('max_fee', amountColumn, required)
      .addColumn('created_at', 'bigint', required)
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
