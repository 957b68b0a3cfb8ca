import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import { addIndex } from '../../columns.ts';

/** Finds purchases by what an operator may search for, and keeps whether the provider has verified a customer. */
export const purchaseSearchMigration: Migration = {
  async up(database: Kysely<unknown>) {
    await addIndex(database, 'card_purchases', ['reference']);
    await addIndex(database, 'card_purchases', ['tx_hash']);
    await database.schema.alterTable('provider_accounts').addColumn('verified_at', 'bigint').execute();
  },
};
