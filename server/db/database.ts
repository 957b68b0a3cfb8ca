import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import { Kysely, type SqliteDatabase, type Transaction } from 'kysely';
import { sqliteFailure } from './databaseErrors.ts';
import { EmbeddedDialect } from './embeddedDialect.ts';
import type { Tables } from './tables.ts';

export type Database = Kysely<Tables>;
/** What a repository function takes: it works inside a transaction and outside of one alike. */
export type Executor = Database | Transaction<Tables>;

/** Returns the transaction that a port passed on without knowing its type. Throws TypeError when it is anything else. */
export function executorOf(transaction: object): Executor {
  if (!(transaction instanceof Kysely)) throw new TypeError('not a transaction of the database');
  return transaction;
}

/**
 * The embedded database: one file, WAL, and every commit on the disk before it is acknowledged (`synchronous=FULL`).
 * `path` may be ":memory:" in tests. SQLite compares text as text, so SQL never compares or sums amounts (D2).
 * Kysely gives its one connection to one transaction at a time: never use the database itself, nor await anything
 * foreign, inside of a transaction. Failures of the disk are DatabaseUnavailableError, as those of PostgreSQL are.
 */
export function openEmbeddedDatabase(path: string, observe?: StatementObserver): Database {
  const sqlite = new DatabaseSync(path);
  sqlite.exec('PRAGMA busy_timeout=5000; PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; PRAGMA foreign_keys=ON');
  return new Kysely<Tables>({ dialect: new EmbeddedDialect({ database: adapt(sqlite, observe) }) });
}

/** Called with every statement before it runs; what it throws, the statement throws. Tests count and crash with it. */
export type StatementObserver = (statement: string) => void;

const bind = (parameters: readonly unknown[]) => parameters as SQLInputValue[];

/** What a host asks again and again are some hundred statements; lists of other lengths come and go. */
const STATEMENTS_KEPT = 500;

interface KnownStatement {
  statement: StatementSync;
  reader: boolean;
}

/** node:sqlite behind the interface that Kysely's SQLite dialect expects. */
function adapt(sqlite: DatabaseSync, observe?: StatementObserver): SqliteDatabase {
  const known = new Map<string, KnownStatement>();
  /** The one used longest ago makes room. SQLite itself compiles anew what a change of the schema has outdated. */
  const statementOf = (sql: string): KnownStatement => {
    const kept = known.get(sql) ?? prepare(sql);
    known.delete(sql);
    known.set(sql, kept);
    const [oldest] = known.keys();
    if (known.size > STATEMENTS_KEPT && oldest !== undefined) known.delete(oldest);
    return kept;
  };
  const prepare = (sql: string): KnownStatement => {
    // A transaction takes the write lock at its start: a second process then waits instead of failing half way.
    const statement = inOurWords(() => sqlite.prepare(sql === 'begin' ? 'begin immediate' : sql));
    return { statement, reader: statement.columns().length > 0 };
  };
  return {
    close: () => sqlite.close(),
    prepare: (sql) => {
      observe?.(sql);
      // A full disk ends the transaction by itself; rolling it back is then done already.
      if (sql === 'rollback' && !sqlite.isTransaction) return DONE;
      const { statement, reader } = statementOf(sql);
      return {
        reader,
        all: (parameters) => inOurWords(() => statement.all(...bind(parameters))),
        run: (parameters) => inOurWords(() => statement.run(...bind(parameters))),
        iterate: (parameters) => inOurWords(() => statement.iterate(...bind(parameters))),
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

function inOurWords<Result>(work: () => Result): Result {
  try {
    return work();
  } catch (error) {
    throw sqliteFailure(error);
  }
}
