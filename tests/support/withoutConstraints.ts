import { sql } from 'kysely';
import type { Database } from '../../server/db/database.ts';
import { isPostgres } from '../../server/db/isPostgres.ts';

/**
 * Runs `work` in a transaction while append-only tables accept changes and foreign keys are not checked, as a person with full access to
 * the database can arrange.
 */
export async function withoutConstraints(database: Database, work: (transaction: Database) => Promise<unknown>): Promise<void> {
  if (isPostgres(database)) {
    await database.transaction().execute(async (transaction) => {
      await sql`set local session_replication_role = replica`.execute(transaction);
      await work(transaction);
    });
    return;
  }
  await sql`pragma foreign_keys = off`.execute(database);
  try {
    await database.transaction().execute(async (transaction) => {
      const { rows } = await sql<{ name: string; sql: string }>`
        select name, sql from sqlite_master where type = 'trigger'`.execute(transaction);
      for (const { name } of rows) await sql`drop trigger ${sql.ref(name)}`.execute(transaction);
      await work(transaction);
      for (const trigger of rows) await sql.raw(trigger.sql).execute(transaction);
    });
  } finally {
    await sql`pragma foreign_keys = on`.execute(database);
  }
}
