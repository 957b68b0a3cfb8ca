import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** What the host signed of an accrual (D68). Null until the first start of a host that signs has checked an older one. */
export const signedAccrualsMigration: Migration = {
  async up(database: Kysely<unknown>) {
    for (const column of ['document', 'signature', 'key_id']) {
      await database.schema.alterTable('accruals').addColumn(column, 'text').execute();
    }
  },
};
