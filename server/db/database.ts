import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import { Kysely, SqliteIntrospector, SqliteQueryCompiler, type CompiledQuery, type QueryResult, type Transaction } from 'kysely';
import { DatabaseLockedError, sqliteFailure } from './databaseErrors.ts';
import { createLockWaits, type DatabaseLock, type LockOptions, type LockWaits } from './databaseLock.ts';
import { createEmbeddedDriver, EmbeddedAdapter, type EmbeddedConnection } from './embeddedDriver.ts';
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

/** Called with every statement before it runs. An error that it throws fails the statement, for tests. */
export type StatementObserver = (statement: string) => void;

export interface EmbeddedOptions extends LockOptions {
  observe?: StatementObserver | undefined;
}

/** No `busy_timeout`: it would block this process. */
const SETTINGS = 'PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; PRAGMA foreign_keys=ON; PRAGMA secure_delete=ON';

/**
 * Opens the embedded database at a path: one file in WAL mode; every commit is on disk before it is acknowledged (`synchronous=FULL`).
 * Deleted content is overwritten, so that a deleted key can't be read from free pages. SQLite stores amounts as text, so SQL never
 * compares or sums them (D2). There is one connection, for one transaction at a time: inside a transaction never use the database object
 * or await anything else. While another process holds the lock of writers, reads go on, and writes are tried again until
 * DatabaseLockedError (D83). Disk failures are DatabaseUnavailableError. Tests may pass an open database in memory.
 */
export function openEmbeddedDatabase(place: string | DatabaseSync, options: EmbeddedOptions = {}): Database {
  const sqlite = typeof place === 'string' ? new DatabaseSync(place) : place;
  const lock = createLockWaits(typeof place === 'string' ? place : null, options);
  const connection = connect(sqlite, options.observe);
  const database: Database = new Kysely<Tables>({
    dialect: {
      createAdapter: () => new EmbeddedAdapter(),
      createDriver: () => createEmbeddedDriver(connection, lock),
      createIntrospector: (kysely) => new SqliteIntrospector(kysely),
      createQueryCompiler: () => new SqliteQueryCompiler(),
    },
  });
  embedded.set(database, { connection, lock });
  return database;
}

/** Of each embedded database */
const embedded = new WeakMap<Executor, { connection: EmbeddedConnection; lock: LockWaits }>();

/** Returns the lock of another process that writes have waited for; null if there is none, and on PostgreSQL. */
export const findDatabaseLock = (database: Database): DatabaseLock | null => embedded.get(database)?.lock.current() ?? null;

/**
 * Returns the rows of a compiled query that only reads. The embedded database answers at once unless a transaction is open:
 * Kysely's way to the connection takes longer than a read by key.
 */
export async function readCompiled<Row>(executor: Executor, query: CompiledQuery<Row>): Promise<Row[]> {
  const rows = readDirectly(executor, query);
  return rows ? (rows as Row[]) : (await executor.executeQuery(query)).rows;
}

function readDirectly(executor: Executor, { sql, parameters }: CompiledQuery): unknown[] | null {
  const connection = embedded.get(executor)?.connection;
  if (!connection || connection.isInTransaction()) return null;
  try {
    connection.observe(sql);
    return connection.execute(sql, parameters).rows;
  } catch (error) {
    if (error instanceof DatabaseLockedError) return null;
    throw error;
  }
}

const bind = (parameters: readonly unknown[]) => parameters as SQLInputValue[];

/** A host repeats a few hundred statements. Statements with lists of varying length are evicted. */
const MAX_CACHED_STATEMENTS = 500;

interface CachedStatement {
  statement: StatementSync;
  reader: boolean;
}

/** Adapts node:sqlite to the driver. */
function connect(sqlite: DatabaseSync, observe: StatementObserver = () => undefined): EmbeddedConnection {
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
    const statement = sqlite.prepare(sql);
    return { statement, reader: statement.columns().length > 0 };
  };
  const execute = (sql: string, parameters: readonly unknown[]): QueryResult<unknown> => {
    // Preparing it would drop all statements but the first.
    if (sql.startsWith(SCRIPT)) {
      sqlite.exec(sql);
      return { rows: [] };
    }
    const { statement, reader } = statementOf(sql);
    if (reader) return { rows: statement.all(...bind(parameters)) };
    const { changes, lastInsertRowid } = statement.run(...bind(parameters));
    return { insertId: BigInt(lastInsertRowid), numAffectedRows: BigInt(changes), rows: [] };
  };
  return {
    prepare: () => mapErrors(() => sqlite.exec(SETTINGS)),
    observe,
    execute: (sql, parameters) => mapErrors(() => execute(sql, parameters)),
    isInTransaction: () => sqlite.isTransaction,
    close: () => sqlite.close(),
  };
}

function mapErrors<Result>(work: () => Result): Result {
  try {
    return work();
  } catch (error) {
    throw sqliteFailure(error);
  }
}
