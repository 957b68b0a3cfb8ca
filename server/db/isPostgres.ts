import { PostgresAdapter, type Kysely } from 'kysely';

/** Returns true for PostgreSQL and false for SQLite. */
export function isPostgres(executor: Pick<Kysely<never>, 'getExecutor'>): boolean {
  return executor.getExecutor().adapter instanceof PostgresAdapter;
}
