import { PostgresAdapter, type Kysely } from 'kysely';

/**
 * The column type of an amount: NUMERIC in PostgreSQL, TEXT in SQLite, which has no exact decimal and whose SQL
 * therefore never compares, sorts or sums amounts (D2).
 */
export function amountType(database: Kysely<unknown>): 'numeric' | 'text' {
  return database.getExecutor().adapter instanceof PostgresAdapter ? 'numeric' : 'text';
}
