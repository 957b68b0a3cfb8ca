import { sql, type ColumnDefinitionBuilder, type Kysely } from 'kysely';
import { isPostgres } from './isPostgres.ts';

/**
 * Returns the column type of an amount: NUMERIC in PostgreSQL, TEXT in SQLite. SQLite has no exact decimal type, so SQL
 * never compares, sorts or sums amounts (D2).
 */
export function amountType(database: Pick<Kysely<unknown>, 'getExecutor'>): 'numeric' | 'text' {
  return isPostgres(database) ? 'numeric' : 'text';
}

/** Returns the column type of bytes. */
export function bytesType(database: Pick<Kysely<unknown>, 'getExecutor'>): 'bytea' | 'blob' {
  return isPostgres(database) ? 'bytea' : 'blob';
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

/** Makes the database reject every change to a row of an append-only table, such as the ledger (D9). */
export async function forbidChanges(database: Kysely<unknown>, table: string): Promise<void> {
  const statements = isPostgres(database)
    ? [
        `create function ${table}_is_append_only() returns trigger language plpgsql as $$ begin raise exception '${table} is append only'; end $$`,
        `create trigger ${table}_no_change before update or delete or truncate on ${table} for each statement execute function ${table}_is_append_only()`,
      ]
    : ['update', 'delete'].map(
        (action) =>
          `create trigger ${table}_no_${action} before ${action} on ${table} begin select raise(abort, '${table} is append only'); end`,
      );
  for (const statement of statements) await sql.raw(statement).execute(database);
}
