import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import { Kysely, SqliteDialect, type CompiledQuery, type SqliteDatabase, type Transaction } from 'kysely';
import { sqliteFailure } from './databaseErrors.ts';
import { SCRIPT } from './script.ts';
import type { Tables } from './tables.ts';

export type Database = Kysely<Tables>;
/** The first parameter of repository functions: the database or a transaction. */
export type Executor = Database | Transaction<Tables>;

/** Returns the transaction that a port passed through without its type. Throws TypeError if it is not one. */
export function executorOf(transaction: object): Executor {
  if (!(transaction instanceof Kysely)) throw new TypeError('not a transaction of the database');
  return transaction;
}

/**
 * Opens the embedded database at a path: one file in WAL mode; every commit is on disk before it is acknowledged (`synchronous=FULL`).
 * Deleted content is overwritten, so that a deleted key can't be read from free pages. SQLite stores amounts as text, so SQL never
 * compares or sums them (D2). Kysely has one connection and gives it to one transaction at a time: inside a transaction never use the
 * database object or await anything else. Disk failures are DatabaseUnavailableError. Tests may pass an open database in memory.
 */
export function openEmbeddedDatabase(place: string | DatabaseSync, observe?: StatementObserver): Database {
  const sqlite = typeof place === 'string' ? new DatabaseSync(place) : place;
  sqlite.exec(
    'PRAGMA busy_timeout=5000; PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; PRAGMA foreign_keys=ON; PRAGMA secure_delete=ON',
  );
  const adapter = adapt(sqlite, observe);
  const database: Database = new Kysely<Tables>({ dialect: new SqliteDialect({ database: adapter }) });
  directReads.set(database, (query) => (sqlite.isTransaction ? null : adapter.prepare(query.sql).all(query.parameters)));
  return database;
}

/** Of each embedded database: returns the rows of a query, or null while a transaction is open on its only connection. */
const directReads = new WeakMap<Executor, (query: CompiledQuery) => unknown[] | null>();

/**
 * Returns the rows of a compiled query that only reads. The embedded database answers at once unless a transaction is open:
 * Kysely's way to the connection takes longer than a read by key.
 */
export async function readCompiled<Row>(executor: Executor, query: CompiledQuery<Row>): Promise<Row[]> {
  const rows = directReads.get(executor)?.(query);
  return rows ? (rows as Row[]) : (await executor.executeQuery(query)).rows;
}

/** Called with every statement before it runs. An error that it throws fails the statement, for tests. */
export type StatementObserver = (statement: string) => void;

const bind = (parameters: readonly unknown[]) => parameters as SQLInputValue[];

/** A host repeats a few hundred statements. Statements with lists of varying length are evicted. */
const MAX_CACHED_STATEMENTS = 500;

interface CachedStatement {
  statement: StatementSync;
  reader: boolean;
}

/** Adapts node:sqlite to the interface of Kysely's SQLite dialect. */
function adapt(sqlite: DatabaseSync, observe?: StatementObserver): SqliteDatabase {
  const cache = new Map<string, CachedStatement>();
  /** Least-recently-used cache. SQLite recompiles statements after a schema change. */
  const statementOf = (sql: string): CachedStatement => {
    const statement = cache.get(sql) ?? prepare(sql);
    cache.delete(sql);
    cache.set(sql, statement);
    const [oldest] = cache.keys();
    if (cache.size > MAX_CACHED_STATEMENTS && oldest !== undefined) cache.delete(oldest);
    return statement;
  };
  const prepare = (sql: string): CachedStatement => {
    // A transaction takes the write lock when it begins, so that a second process waits instead of failing halfway.
    const statement = mapErrors(() => sqlite.prepare(sql === 'begin' ? 'begin immediate' : sql));
    return { statement, reader: statement.columns().length > 0 };
  };
  const runScript = (sql: string) => {
    sqlite.exec(sql);
    return DONE.run([]);
  };
  return {
    close: () => sqlite.close(),
    prepare: (sql) => {
      observe?.(sql);
      // SQLite rolls back by itself when the disk is full.
      if (sql === 'rollback' && !sqlite.isTransaction) return DONE;
      // Preparing it would drop all statements but the first.
      if (sql.startsWith(SCRIPT)) return { ...DONE, run: () => mapErrors(() => runScript(sql)) };
      const { statement, reader } = statementOf(sql);
      return {
        reader,
        all: (parameters) => mapErrors(() => statement.all(...bind(parameters))),
        run: (parameters) => mapErrors(() => statement.run(...bind(parameters))),
        iterate: (parameters) => mapErrors(() => statement.iterate(...bind(parameters))),
      };
    },
  };
}

const DONE: ReturnType<SqliteDatabase['prepare']> = {
  reader: false,
  all: () => [],
  run: () => ({ changes: 0, lastInsertRowid: 0 }),
  iterate: () => [].values(),
};

function mapErrors<Result>(work: () => Result): Result {
  try {
    return work();
  } catch (error) {
    throw sqliteFailure(error);
  }
}
