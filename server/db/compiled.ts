import { sql, type Compilable, type CompiledQuery, type Insertable, type RawBuilder } from 'kysely';
import { readCompiled, type Executor } from './database.ts';
import { isPostgres } from './isPostgres.ts';
import { nameStatement } from './statementNames.ts';
import type { Tables } from './tables.ts';

/** Stands in the text for a value that each call gives. */
class Placeholder {
  readonly name: string;

  constructor(name: string) {
    this.name = name;
  }
}

const placeholder = <Value>(name: string): RawBuilder<Value> => sql`${new Placeholder(name)}`;

type ValueOf<Values> = <Name extends keyof Values & string>(name: Name) => RawBuilder<Values[Name]>;

/**
 * Returns a function that runs a query which only reads, with other values at each call. Its text is built at the first call, because
 * building it takes longer than a read by key. `build` names the values: `where('id', '=', value('id'))`.
 */
export function compiledRead<Values extends object, Row>(
  build: (executor: Executor, value: ValueOf<Values>) => Compilable<Row>,
): (executor: Executor, values: Values) => Promise<Row[]> {
  const compile = perDatabase((executor) => {
    const query = build(executor, placeholder).compile();
    if (isPostgres(executor)) nameStatement(query.sql);
    return query;
  });
  return async (executor, values) => {
    const query = compile(executor);
    const parameters = query.parameters.map((one) => (one instanceof Placeholder ? Reflect.get(values, one.name) : one));
    return await readCompiled<Row>(executor, { ...query, parameters });
  };
}

/** Like {@link compiledRead}, for values whose number differs from call to call: a text for each number. Lists are short. */
export function compiledListRead<Value, Row>(
  build: (executor: Executor, values: RawBuilder<Value>[]) => Compilable<Row>,
): (executor: Executor, values: readonly Value[]) => Promise<Row[]> {
  const reads = new Map<number, (executor: Executor, values: readonly Value[]) => Promise<Row[]>>();
  const readOf = (count: number) =>
    compiledRead<readonly Value[], Row>((executor) =>
      build(
        executor,
        Array.from({ length: count }, (_none, place) => placeholder(String(place))),
      ),
    );
  return async (executor, values) => {
    const read = reads.get(values.length) ?? readOf(values.length);
    reads.set(values.length, read);
    return await read(executor, values);
  };
}

/** A text for each table, its columns and number of rows. Batches are small. */
const inserts = new Map<string, (executor: Executor) => CompiledQuery>();

/** Inserts rows of a table in one statement, whose text is built once for each number of rows. All rows have the same columns. */
export async function insertRows<Name extends keyof Tables>(
  executor: Executor,
  table: Name,
  rows: readonly Insertable<Tables[Name]>[],
): Promise<void> {
  const [first] = rows;
  if (!first) return;
  const columns = Object.keys(first);
  // Before the text is built: that of a row without a value would be wrong for all later ones.
  const parameters = rows.flatMap((row) => valuesOf(row, columns));
  const key = `${table} ${columns.join()} ${rows.length}`;
  const compile =
    inserts.get(key) ??
    perDatabase((given) =>
      given
        .insertInto(table)
        .values([...rows])
        .compile(),
    );
  inserts.set(key, compile);
  await executor.executeQuery({ ...compile(executor), parameters });
}

function valuesOf(row: object, columns: readonly string[]): unknown[] {
  const values = columns.map((name): unknown => Reflect.get(row, name));
  const missing = columns[values.indexOf(undefined)];
  if (missing !== undefined) throw new TypeError(`a row has no ${missing}`);
  if (Object.keys(row).length > columns.length) throw new TypeError('a row has more columns than the first');
  return values;
}

/** Returns a function that compiles a query once for each kind of database. */
function perDatabase<Row>(compile: (executor: Executor) => CompiledQuery<Row>): (executor: Executor) => CompiledQuery<Row> {
  const known: Partial<Record<'postgres' | 'sqlite', CompiledQuery<Row>>> = {};
  return (executor) => (known[isPostgres(executor) ? 'postgres' : 'sqlite'] ??= compile(executor));
}
