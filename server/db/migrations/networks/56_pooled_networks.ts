import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import type { Tables } from '../../tables.ts';
import { amountType, required } from '../../columns.ts';

/**
 * On pooled embedded networks all deposit addresses belong to the treasury's wallet, and one transaction may make several payments.
 * Networks that exist already are not pooled: their deposit addresses hold money.
 */
export const pooledNetworksMigration: Migration = {
  async up(database: Kysely<Tables>) {
    const amountColumn = amountType(database);
    await database.schema.dropView('recorded_sends').execute();
    await database.schema
      .alterTable('chain_networks')
      .addColumn('is_pooled', 'integer', (column) => column.notNull().defaultTo(0))
      .execute();
    await database.schema
      .createTable('chain_wallet_addresses')
      .addColumn('network', 'text', required)
      .addColumn('address', 'text', required)
      .addColumn('position', 'integer', required)
      .addColumn('wallet', 'text', required)
      .addPrimaryKeyConstraint('chain_wallet_addresses_key', ['network', 'address'])
      .execute();

    // SQLite can't replace constraints by which each transaction made one payment.
    await database.schema.alterTable('chain_transfers').renameTo('chain_transfers_old').execute();
    await database.schema
      .createTable('chain_transfers')
      .addColumn('network', 'text', required)
      .addColumn('tx_hash', 'text', required)
      .addColumn('output', 'integer', required)
      .addColumn('instrument', 'text', required)
      .addColumn('from_address', 'text', required)
      .addColumn('to_address', 'text', required)
      .addColumn('holder', 'text', required)
      .addColumn('memo', 'text')
      .addColumn('amount', amountColumn, required)
      .addColumn('fee', amountColumn, required)
      .addColumn('change', amountColumn, required)
      .addColumn('block_height', 'bigint', required)
      .addColumn('created_at', 'bigint', required)
      .addColumn('idempotency_key', 'text')
      .addColumn('nonce', 'bigint')
      .addPrimaryKeyConstraint('chain_transfers_outputs', ['network', 'tx_hash', 'output'])
      .addUniqueConstraint('chain_transfers_payments', ['network', 'from_address', 'nonce', 'output'])
      .execute();
    await sql`
      insert into chain_transfers
      select network, tx_hash, 0, instrument, from_address, to_address, to_address, memo, amount, fee, ${sql.lit('0')},
        block_height, created_at, idempotency_key, nonce
      from chain_transfers_old`.execute(database);
    await database.schema.dropTable('chain_transfers_old').execute();
    const indexes = {
      incoming: ['network', 'to_address', 'block_height'],
      held: ['network', 'holder', 'block_height'],
      recent: ['created_at'],
    };
    for (const [name, columns] of Object.entries(indexes)) {
      await database.schema.createIndex(`chain_transfers_${name}`).on('chain_transfers').columns(columns).execute();
    }

    await database.schema.alterTable('embedded_sends').renameTo('embedded_sends_old').execute();
    await database.schema
      .createTable('embedded_sends')
      .addColumn('network', 'text', required)
      .addColumn('idempotency_key', 'text', required)
      .addColumn('from_address', 'text', required)
      .addColumn('nonce', 'bigint', required)
      .addColumn('output', 'integer', required)
      .addPrimaryKeyConstraint('embedded_sends_keys', ['network', 'idempotency_key'])
      .addUniqueConstraint('embedded_sends_payments', ['network', 'from_address', 'nonce', 'output'])
      .execute();
    await sql`
      insert into embedded_sends
      select network, idempotency_key, from_address, nonce, 0 from embedded_sends_old`.execute(database);
    await database.schema.dropTable('embedded_sends_old').execute();

    const embedded = database
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
