import { sql } from 'kysely';
import type { Executor } from './database.ts';
import { isPostgres } from './isPostgres.ts';

/**
 * Until the end of its transaction nobody else gets past this with the same name, whatever process they are in: for
 * decisions that rest on several rows, such as what is left of a reserve. What is read after it is as the one before left
 * it. Not for work outside of a transaction. SQLite needs none: its transactions never overlap.
 */
export async function lockInTransaction(transaction: Executor, name: string): Promise<void> {
  if (!isPostgres(transaction)) return;
  await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(transaction);
}
