import type { ColumnDefinitionBuilder, Kysely } from 'kysely';
import { isPostgres } from './isPostgres.ts';

/**
 * Returns the column type of an amount: NUMERIC in PostgreSQL, TEXT in SQLite. SQLite has no exact decimal type, so SQL
 * never compares, sorts or sums amounts (D2).
 */
export function amountType(database: Pick<Kysely<unknown>, 'getExecutor'>): 'numeric' | 'text' {
  return isPostgres(database) ? 'numeric' : 'text';
}

/** Makes a column NOT NULL. */
export const required = (column: ColumnDefinitionBuilder): ColumnDefinitionBuilder => column.notNull();

/** Creates an index named after its table and columns. */
export async function addIndex(database: Kysely<unknown>, table: string, columns: string[]): Promise<void> {
  await database.schema
    .createIndex(`${table}_by_${columns.join('_')}`)
    .on(table)
    .columns(columns)
    .execute();
}
