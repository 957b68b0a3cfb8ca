import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import type { Tables } from '../tables.ts';

/**
 * Each family of networks stores its signed sends in tables of its own. The view has what all of them and the embedded networks
 * have in common.
 */
export const networksMigration: Migration = {
  async up(database: Kysely<Tables>) {
    await database.schema.alterTable('chain_sends').renameTo('evm_sends').execute();
    await database.schema.alterTable('chain_send_attempts').renameTo('evm_send_attempts').execute();
    const embedded = database
      .selectFrom('chain_transfers')
      .select(['network', 'idempotency_key', 'instrument', 'to_address', 'memo', 'amount', 'created_at'])
      .where('idempotency_key', 'is not', null);
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
