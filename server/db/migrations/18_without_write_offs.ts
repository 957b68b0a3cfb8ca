import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import { ConfigurationError } from '../../settings/configurationError.ts';

/** Development versions let an operator write off a deposit that a reorg removed (docs/decisions/016-late-payments.md). */
export const withoutWriteOffsMigration: Migration = {
  async up(database: Kysely<{ deposits: { times_written_off: number; tx_hash: string } }>) {
    const deposit = await database.selectFrom('deposits').select('tx_hash').where('times_written_off', '>', 0).executeTakeFirst();
    if (deposit) {
      throw new ConfigurationError(
        `A development version of Causeway wrote off the deposit ${deposit.tx_hash}. This version can't read its journals. ` +
          'Continue with the version that made the database, or start with an empty one.',
      );
    }
    await database.schema.dropIndex('deposits_written_off').execute();
    await database.schema.alterTable('deposits').dropColumn('times_written_off').execute();
    await database.schema.alterTable('deposits').dropColumn('write_off_note').execute();
  },
};
