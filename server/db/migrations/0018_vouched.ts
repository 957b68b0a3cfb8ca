import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/**
 * An operator's word that the deposits behind a payout or refund need not be looked for: it was in the row's reason, which
 * everybody who tries to send the row writes.
 */
export const vouchedMigration: Migration = {
  async up(database: Kysely<{ outbox: { overridden_at: number | null; created_at: number; reason: string | null } }>) {
    await database.schema.alterTable('outbox').addColumn('overridden_at', 'bigint').execute();
    await database
      .updateTable('outbox')
      .set((row) => ({ overridden_at: row.ref('created_at') }))
      .where('reason', 'like', 'DEPOSIT_VOUCHED%')
      .execute();
  },
};
