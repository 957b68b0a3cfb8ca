import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import { addIndex, amountType, required } from '../../columns.ts';
import type { Tables } from '../../tables.ts';

type SendTables = Pick<
  Tables,
  'embedded_sends' | 'chain_transfers' | 'evm_sends' | 'bitcoin_sends' | 'tron_sends' | 'monero_sends'
>;

/** Monero, and proofs of payments. `tables/monero.ts` and `tables/payments.ts` describe the columns. */
export const moneroMigration: Migration = {
  async up(database: Kysely<unknown>) {
    const amountColumn = amountType(database);
    await database.schema
      .createTable('monero_wallets')
      .addColumn('network', 'text', (column) => column.primaryKey())
      .addColumn('restore_height', 'integer', required)
      .execute();
    await database.schema
      .createTable('monero_addresses')
      .addColumn('network', 'text', required)
      .addColumn('key_index', 'integer', required)
      .addColumn('address', 'text', required)
      .addPrimaryKeyConstraint('monero_addresses_key', ['network', 'key_index'])
      .addUniqueConstraint('monero_addresses_once', ['network', 'address'])
      .execute();
    await database.schema
      .createTable('monero_spends')
      .addColumn('network', 'text', required)
      .addColumn('position', 'integer', required)
      .addColumn('tx_hash', 'text', required)
      .addColumn('block_height', 'integer', required)
      .addColumn('amount', amountColumn, required)
      .addColumn('fee', amountColumn, required)
      .addPrimaryKeyConstraint('monero_spends_key', ['network', 'position'])
      .execute();
    await database.schema
      .createTable('monero_transactions')
      .addColumn('network', 'text', required)
      .addColumn('tx_hash', 'text', required)
      .addColumn('bytes', 'text', required)
      .addColumn('tx_key', 'text')
      .addColumn('fee', amountColumn, required)
      .addColumn('created_at', 'bigint', required)
      .addColumn('conflict_height', 'integer')
      .addColumn('settled', 'integer', (column) => column.notNull().defaultTo(0))
      .addColumn('failure', 'text')
      .addPrimaryKeyConstraint('monero_transactions_key', ['network', 'tx_hash'])
      .execute();
    await addIndex(database, 'monero_transactions', ['network', 'settled']);
    const transactionKey = ['network', 'tx_hash'] as const;
    await database.schema
      .createTable('monero_sends')
      .addColumn('network', 'text', required)
      .addColumn('idempotency_key', 'text', required)
      .addColumn('tx_hash', 'text', required)
      .addColumn('instrument', 'text', required)
      .addColumn('to_address', 'text', required)
      .addColumn('amount', amountColumn, required)
      .addColumn('fee', amountColumn, required)
      .addColumn('created_at', 'bigint', required)
      .addPrimaryKeyConstraint('monero_sends_key', ['network', 'idempotency_key'])
      .addForeignKeyConstraint('monero_sends_transaction', [...transactionKey], 'monero_transactions', [...transactionKey])
      .execute();
    await addIndex(database, 'monero_sends', ['network', 'tx_hash']);
    await database.schema
      .createTable('monero_send_inputs')
      .addColumn('network', 'text', required)
      .addColumn('key_image', 'text', required)
      .addColumn('spent_by', 'text', required)
      // The database enforces that two payments never spend the same coin.
      .addPrimaryKeyConstraint('monero_send_inputs_key', ['network', 'key_image'])
      .addForeignKeyConstraint('monero_send_inputs_spender', ['network', 'spent_by'], 'monero_transactions', [...transactionKey])
      .execute();
    await addIndex(database, 'monero_send_inputs', ['network', 'spent_by']);

    await database.schema.alterTable('outbox').addColumn('payment_proof', 'text').execute();

    await database.schema.dropView('recorded_sends').execute();
    const tables = database.withTables<SendTables>();
    const embedded = tables
      .selectFrom('embedded_sends as send')
      .innerJoin('chain_transfers as transfer', (join) =>
        join
          .onRef('transfer.network', '=', 'send.network')
          .onRef('transfer.from_address', '=', 'send.from_address')
          .onRef('transfer.nonce', '=', 'send.nonce')
          .onRef('transfer.output', '=', 'send.output'),
      )
      .select([
        'send.network',
        'send.idempotency_key',
        'transfer.instrument',
        'transfer.to_address',
        'transfer.memo',
        'transfer.amount',
        'transfer.created_at',
      ]);
    const real = (table: 'evm_sends' | 'bitcoin_sends' | 'tron_sends' | 'monero_sends') =>
      tables
        .selectFrom(table)
        .select((where) => [
          'network',
          'idempotency_key',
          'instrument',
          'to_address',
          where.lit(null).as('memo'),
          'amount',
          'created_at',
        ]);
    const evm = real('evm_sends').where(sql<boolean>`batch_key is null or batch_key <> idempotency_key`);
    const tron = real('tron_sends').where(sql<boolean>`outcome <> 'EXPIRED'`);
    await database.schema
      .createView('recorded_sends')
      .as(embedded.unionAll(evm).unionAll(real('bitcoin_sends')).unionAll(tron).unionAll(real('monero_sends')))
      .execute();
  },
};
