import { PostgresAdapter, type Kysely } from 'kysely';

/** Which of the two databases this is. */
export function isPostgres(executor: Pick<Kysely<never>, 'getExecutor'>): boolean {
  return executor.getExecutor().adapter instanceof PostgresAdapter;
}
