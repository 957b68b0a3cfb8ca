import type { Kysely } from 'kysely';
import { isPostgres } from './isPostgres.ts';

/**
 * The column type of an amount: NUMERIC in PostgreSQL, TEXT in SQLite, which has no exact decimal and whose SQL
 * therefore never compares, sorts or sums amounts (D2).
 */
export function amountType(database: Pick<Kysely<unknown>, 'getExecutor'>): 'numeric' | 'text' {
  return isPostgres(database) ? 'numeric' : 'text';
}
