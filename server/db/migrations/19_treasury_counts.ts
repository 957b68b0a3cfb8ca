import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import { required } from '../columns.ts';

/** What the treasury had sent on EVM networks without the host (D73). `tables/chain.ts` describes the columns. */
export const treasuryCountsMigration: Migration = {
  async up(database: Kysely<unknown>) {
    await database.schema
      .createTable('evm_treasuries')
      .addColumn('network', 'text', required)
      .addColumn('address', 'text', required)
      .addColumn('acknowledged', 'integer', required)
      .addPrimaryKeyConstraint('evm_treasuries_key', ['network', 'address'])
      .execute();
  },
};
