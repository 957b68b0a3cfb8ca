import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import { addIndex, amountType, required } from '../../columns.ts';
import type { Tables } from '../../tables.ts';

type SendTables = Pick<Tables, 'embedded_sends' | 'chain_transfers' | 'evm_sends' | 'bitcoin_sends'>;

/** Real networks of Bitcoin's family. `tables/bitcoin.ts` describes the columns. */
export const bitcoinMigration: Migration = {
  async up(database: Kysely<unknown>) {
    const amountColumn = amountType(database);
    await database.schema
      .createTable('bitcoin_scripts')
      .addColumn('network', 'text', required)
      .addColumn('key_index', 'integer', required)
      .addColumn('script', 'text', required)
      .addPrimaryKeyConstraint('bitcoin_scripts_key', ['network', 'key_index'])
      .execute();
    await database.schema
      .createTable('bitcoin_blocks')
      .addColumn('network', 'text', required)
      .addColumn('height', 'integer', required)
      .addColumn('hash', 'text', required)
      .addColumn('time', 'bigint', required)
      .addPrimaryKeyConstraint('bitcoin_blocks_key', ['network', 'height'])
      .execute();
    await database.schema
      .createTable('bitcoin_coins')
      .addColumn('network', 'text', required)
      .addColumn('tx_hash', 'text', required)
      .addColumn('output', 'integer', required)
      .addColumn('key_index', 'integer', required)
      .addColumn('amount', amountColumn, required)
      .addColumn('block_height', 'integer', required)
      .addColumn('block_time', 'bigint', required)
      .addColumn('spendable_at', 'integer', required)
      .addColumn('spent_by', 'text')
      .addColumn('spent_height', 'integer')
      .addPrimaryKeyConstraint('bitcoin_coins_key', ['network', 'tx_hash', 'output'])
      .execute();
    await addIndex(database, 'bitcoin_coins', ['network', 'key_index', 'block_height']);
    await addIndex(database, 'bitcoin_coins', ['network', 'spent_by']);
    await database.schema
      .createTable('bitcoin_spends')
      .addColumn('network', 'text', required)
      .addColumn('position', 'integer', required)
      .addColumn('tx_hash', 'text', required)
      .addColumn('block_height', 'integer', required)
      .addColumn('block_hash', 'text', required)
      .addPrimaryKeyConstraint('bitcoin_spends_key', ['network', 'position'])
      .execute();
    await database.schema
      .createTable('bitcoin_transactions')
      .addColumn('network', 'text', required)
      .addColumn('tx_hash', 'text', required)
      .addColumn('bytes', 'text', required)
      .addColumn('fee', amountColumn, required)
      .addColumn('change_output', 'integer')
      .addColumn('change_amount', amountColumn)
      .addColumn('created_at', 'bigint', required)
      .addColumn('settled', 'integer', (column) => column.notNull().defaultTo(0))
      .addColumn('failure', 'text')
      .addPrimaryKeyConstraint('bitcoin_transactions_key', ['network', 'tx_hash'])
      .execute();
    await addIndex(database, 'bitcoin_transactions', ['network', 'settled']);
    const transactionKey = ['network', 'tx_hash'] as const;
    await database.schema
      .createTable('bitcoin_sends')
      .addColumn('network', 'text', required)
      .addColumn('idempotency_key', 'text', required)
      .addColumn('tx_hash', 'text', required)
      .addColumn('instrument', 'text', required)
      .addColumn('to_address', 'text', required)
      .addColumn('amount', amountColumn, required)
      .addColumn('fee', amountColumn, required)
      .addColumn('created_at', 'bigint', required)
      .addPrimaryKeyConstraint('bitcoin_sends_key', ['network', 'idempotency_key'])
      .addForeignKeyConstraint('bitcoin_sends_transaction', [...transactionKey], 'bitcoin_transactions', [...transactionKey])
      .execute();
    await database.schema
      .createTable('bitcoin_send_inputs')
      .addColumn('network', 'text', required)
      .addColumn('tx_hash', 'text', required)
      .addColumn('output', 'integer', required)
      .addColumn('spent_by', 'text', required)
      // The database enforces that two payments never spend the same coin.
      .addPrimaryKeyConstraint('bitcoin_send_inputs_key', ['network', 'tx_hash', 'output'])
      .addForeignKeyConstraint('bitcoin_send_inputs_spender', ['network', 'spent_by'], 'bitcoin_transactions', [
        ...transactionKey,
      ])
      .execute();
    await addIndex(database, 'bitcoin_send_inputs', ['network', 'spent_by']);

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
    const real = (table: 'evm_sends' | 'bitcoin_sends') =>
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
    await database.schema
      .createView('recorded_sends')
      .as(embedded.unionAll(real('evm_sends')).unionAll(real('bitcoin_sends')))
      .execute();
  },
};
