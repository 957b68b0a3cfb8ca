import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import { required } from '../../columns.ts';

/** The public keys of the coins that arrived. `tables/monero.ts` describes the columns. */
export const moneroCoinsMigration: Migration = {
  async up(database: Kysely<unknown>) {
    await database.schema
      .createTable('monero_coins')
      .addColumn('network', 'text', required)
      .addColumn('public_key', 'text', required)
      .addColumn('tx_hash', 'text', required)
      .addPrimaryKeyConstraint('monero_coins_key', ['network', 'public_key'])
      .execute();
  },
};
