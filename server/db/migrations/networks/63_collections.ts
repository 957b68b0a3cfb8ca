import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import { addIndex } from '../../columns.ts';
import type { Tables } from '../../tables.ts';

type SendTables = Pick<Tables, 'embedded_sends' | 'chain_transfers' | 'evm_sends' | 'bitcoin_sends'>;

/**
 * Batches on EVM networks: one transaction that collects the tokens of several deposit addresses (EIP-7702). The row of the batch itself
 * pays nobody, so the view of what was sent leaves it out.
 */
export const collectionsMigration: Migration = {
  async up(database: Kysely<unknown>) {
    await database.schema.dropView('recorded_sends').execute();
    await database.schema.alterTable('evm_sends').addColumn('batch_key', 'text').execute();
    await addIndex(database, 'evm_sends', ['network', 'batch_key']);
    await database.schema
      .createIndex('sweeps_gathering')
      .on('sweeps')
      .column('network')
      .where(sql<boolean>`state = 'GATHERING'`)
      .execute();
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
    await database.schema
      .createView('recorded_sends')
      .as(embedded.unionAll(evm).unionAll(real('bitcoin_sends')))
      .execute();
  },
};
