import { sql, type RawBuilder } from 'kysely';

/** Begins a text of several statements. */
export const SCRIPT = '-- script\n';

/** Returns statements without parameters and results as one query, which reaches the database at once. */
export const script = (statements: readonly string[]): RawBuilder<unknown> => sql.raw(SCRIPT + statements.join(';\n'));
