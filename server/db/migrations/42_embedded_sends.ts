import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import type { Tables } from '../tables.ts';
import { amountType, required } from '../columns.ts';

/**
 * Embedded networks count the payments of each address of ours, and the books keep their own record of them, as they do for real
 * networks: a network knows no idempotency key, so books that forgot a payment would pay it again.
 */
export const embeddedSendsMigration: Migration = {
  async up(database: Kysely<Tables>) {
    const amountColumn = amountType(database);
    await database.schema.dropView('recorded_sends').execute();
    await database.schema
      .createTable('embedded_sends')
      .addColumn('network', 'text', required)
      .addColumn('idempotency_key', 'text', required)
      .addColumn('from_address', 'text', required)
      .addColumn('nonce', 'bigint', required)
      .addPrimaryKeyConstraint('embedded_sends_key', ['network', 'idempotency_key'])
      .addUniqueConstraint('embedded_sends_nonce', ['network', 'from_address', 'nonce'])
      .execute();
    await sql`
      insert into embedded_sends (network, idempotency_key, from_address, nonce)
      select network, idempotency_key, from_address,
        row_number() over (partition by network, from_address order by created_at, tx_hash) - 1
      from chain_transfers where idempotency_key is not null`.execute(database);

    // SQLite can't drop the constraint by which a network refused a second payment with the same key.
    await database.schema.alterTable('chain_transfers').renameTo('chain_transfers_old').execute();
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
      .addColumn('nonce', 'bigint')
      .addPrimaryKeyConstraint('chain_transfers_primary', ['network', 'tx_hash'])
      .addUniqueConstraint('chain_transfers_nonce', ['network', 'from_address', 'nonce'])
      .execute();
    await sql`
      insert into chain_transfers
      select old.network, old.tx_hash, old.instrument, old.from_address, old.to_address, old.memo, old.amount, old.fee,
        old.block_height, old.created_at, old.idempotency_key, embedded_sends.nonce
      from chain_transfers_old as old left join embedded_sends
        on embedded_sends.network = old.network and embedded_sends.idempotency_key = old.idempotency_key`.execute(database);
    await database.schema.dropTable('chain_transfers_old').execute();
    await database.schema
      .createIndex('chain_transfers_incoming')
      .on('chain_transfers')
      .columns(['network', 'to_address', 'block_height'])
      .execute();
    await database.schema.createIndex('chain_transfers_recent').on('chain_transfers').column('created_at').execute();

    const embedded = database
      .selectFrom('embedded_sends as send')
      .innerJoin('chain_transfers as transfer', (join) =>
        join
          .onRef('transfer.network', '=', 'send.network')
          .onRef('transfer.from_address', '=', 'send.from_address')
          .onRef('transfer.nonce', '=', 'send.nonce'),
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
    const evm = database
      .selectFrom('evm_sends')
      .select((where) => [
        'network',
        'idempotency_key',
        'instrument',
        'to_address',
        where.lit(null).as('memo'),
        'amount',
        'created_at',
      ]);
    await database.schema.createView('recorded_sends').as(embedded.unionAll(evm)).execute();
  },
};
