import { sql } from 'kysely';
import type { Database } from '../../server/db/database.ts';
import { isPostgres } from '../../server/db/isPostgres.ts';

/** Runs `work` while append-only tables accept changes, as a person with full access to the database can arrange. */
export async function withoutTriggers(
  database: Database,
  tables: readonly string[],
  work: () => Promise<unknown>,
): Promise<void> {
  if (isPostgres(database)) {
    for (const table of tables) await sql`alter table ${sql.table(table)} disable trigger all`.execute(database);
    await work();
    for (const table of tables) await sql`alter table ${sql.table(table)} enable trigger all`.execute(database);
    return;
  }
  const { rows } = await sql<{ name: string; sql: string }>`
    select name, sql from sqlite_master where type = 'trigger' and tbl_name in (${sql.join(tables)})
  `.execute(database);
  for (const { name } of rows) await sql`drop trigger ${sql.ref(name)}`.execute(database);
  await work();
  for (const trigger of rows) await sql.raw(trigger.sql).execute(database);
}
