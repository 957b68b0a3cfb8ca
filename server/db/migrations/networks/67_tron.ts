import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import { addIndex, amountType, required } from '../../columns.ts';
import type { Tables } from '../../tables.ts';

type SendTables = Pick<Tables, 'embedded_sends' | 'chain_transfers' | 'evm_sends' | 'bitcoin_sends' | 'tron_sends'>;

/** The real TRON network. `tables/tron.ts` describes the columns. */
export const tronMigration: Migration = {
  async up(database: Kysely<unknown>) {
    const amountColumn = amountType(database);
    await database.schema
      .createTable('tron_sends')
      .addColumn('network', 'text', required)
      .addColumn('tx_hash', 'text', required)
      .addColumn('idempotency_key', 'text', required)
      .addColumn('instrument', 'text', required)
      .addColumn('from_index', 'integer', required)
      .addColumn('from_address', 'text', required)
      .addColumn('to_address', 'text', required)
      .addColumn('amount', amountColumn, required)
      .addColumn('bytes', 'text', required)
      .addColumn('reference_height', 'integer', required)
      .addColumn('expires_at', 'bigint', required)
      .addColumn('max_fee', amountColumn, required)
      .addColumn('created_at', 'bigint', required)
      .addColumn('outcome', 'text', (column) => column.notNull().defaultTo('PENDING'))
      .addPrimaryKeyConstraint('tron_sends_key', ['network', 'tx_hash'])
      .execute();
    // The database enforces that a payment never has two transactions that could both be included.
    await database.schema
      .createIndex('tron_sends_live')
      .unique()
      .on('tron_sends')
      .columns(['network', 'idempotency_key'])
      .where(sql<boolean>`outcome <> 'EXPIRED'`)
      .execute();
    await addIndex(database, 'tron_sends', ['network', 'outcome']);
    await database.schema
      .createTable('tron_readers')
      .addColumn('network', 'text', (column) => required(column).primaryKey())
      .addColumn('height', 'integer', required)
      .addColumn('time', 'bigint', required)
      .addColumn('quiet_until', 'bigint', required)
      .execute();
    await database.schema
      .createTable('tron_outgoing')
      .addColumn('network', 'text', required)
      .addColumn('position', 'integer', required)
      .addColumn('tx_hash', 'text', required)
      .addPrimaryKeyConstraint('tron_outgoing_key', ['network', 'position'])
      .addUniqueConstraint('tron_outgoing_once', ['network', 'tx_hash'])
      .execute();
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
    const evm = real('evm_sends').where(sql<boolean>`batch_key is null or batch_key <> idempotency_key`);
    const tron = tables
      .selectFrom('tron_sends')
      .where('outcome', '!=', sql.lit('EXPIRED'))
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
      .as(embedded.unionAll(evm).unionAll(real('bitcoin_sends')).unionAll(tron))
      .execute();
  },
};
