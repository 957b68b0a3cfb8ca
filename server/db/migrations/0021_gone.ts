import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/**
 * Confirmed deposits that an operator took out of the books, because no block has them any more; and what waits for a
 * person, found among all that ever left.
 */
export const goneMigration: Migration = {
  async up(database: Kysely<unknown>) {
    await database.schema
      .alterTable('deposits')
      .addColumn('times_written_off', 'integer', (column) => column.notNull().defaultTo(0))
      .execute();
    await database.schema.alterTable('deposits').addColumn('write_off_note', 'text').execute();
    await database.schema
      .createIndex('deposits_gone')
      .on('deposits')
      .column('network')
      .where(sql<boolean>`times_written_off > 0 and is_reorged = 1`)
      .execute();
    await database.schema
      .createIndex('outbox_waiting')
      .on('outbox')
      .column('created_at')
      .where(sql<boolean>`state in ('HELD', 'REFUSED', 'FAILED')`)
      .execute();
  },
};
