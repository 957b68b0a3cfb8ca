import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** A transaction of ours may exist only to pay the fee of another one, whose change it spends (CPFP). */
export const feeBumpsMigration: Migration = {
  async up(database: Kysely<unknown>) {
    await database.schema.alterTable('bitcoin_transactions').addColumn('bumps', 'text').execute();
  },
};
