import { sql } from 'kysely';
import type { Executor } from './database.ts';
import { isPostgres } from './isPostgres.ts';

/**
 * Holds a named lock until the end of the transaction, across all processes. For decisions that depend on several rows, such as
 * the free part of a reserve: later reads see what the previous holder committed. SQLite needs no lock, because its
 * transactions never overlap.
 */
export async function lockInTransaction(transaction: Executor, name: string): Promise<void> {
  if (!isPostgres(transaction)) return;
  await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(transaction);
}
