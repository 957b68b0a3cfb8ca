import { DatabaseSync, type SQLInputValue } from 'node:sqlite';
import { Kysely, SqliteDialect, type SqliteDatabase, type Transaction } from 'kysely';
import type { Tables } from './tables.ts';

export type Database = Kysely<Tables>;
/** What a repository function takes: it works inside a transaction and outside of one alike. */
export type Executor = Database | Transaction<Tables>;

/**
 * The embedded database: one file, WAL, and every commit on the disk before it is acknowledged (`synchronous=FULL`).
 * `path` may be ":memory:" in tests. SQLite compares text as text, so SQL never compares or sums amounts (D2).
 * Kysely gives its one connection to one transaction at a time: never use the database itself, nor await anything
 * foreign, inside of a transaction.
 */
export function openEmbeddedDatabase(path: string, observe?: StatementObserver): Database {
  const sqlite = new DatabaseSync(path);
  sqlite.exec('PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; PRAGMA foreign_keys=ON; PRAGMA busy_timeout=5000');
  return new Kysely<Tables>({ dialect: new SqliteDialect({ database: adapt(sqlite, observe) }) });
}

/** Called with every statement before it runs; what it throws, the statement throws. Tests count and crash with it. */
export type StatementObserver = (statement: string) => void;

const bind = (parameters: readonly unknown[]) => parameters as SQLInputValue[];

/** node:sqlite behind the interface that Kysely's SQLite dialect expects. */
function adapt(sqlite: DatabaseSync, observe?: StatementObserver): SqliteDatabase {
  return {
    close: () => sqlite.close(),
    prepare: (sql) => {
      observe?.(sql);
      // A transaction takes the write lock at its start: a second process then waits instead of failing half way.
      const statement = sqlite.prepare(sql === 'begin' ? 'begin immediate' : sql);
      return {
        reader: statement.columns().length > 0,
        all: (parameters) => statement.all(...bind(parameters)),
        run: (parameters) => statement.run(...bind(parameters)),
        iterate: (parameters) => statement.iterate(...bind(parameters)),
      };
    },
  };
}
