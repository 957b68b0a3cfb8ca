import {
  PostgresDialect,
  type PostgresCursor,
  type PostgresPool,
  type PostgresPoolClient,
  type PostgresQueryResult,
} from 'kysely';
import { Pool, types, type PoolClient } from 'pg';
import type { Logger } from '../common/log.ts';
import type { Database, StatementObserver } from './database.ts';
import { DatabaseUnavailableError } from './databaseErrors.ts';
import { isStalePlan, postgresFailure } from './postgresErrors.ts';
import { RetryingKysely } from './retryingKysely.ts';
import { nameOfStatement } from './statementNames.ts';

export interface PostgresOptions {
  /** Maximum number of connections of this process */
  poolSize?: number;
  /** Timeout in ms for a free or new connection */
  connectTimeoutMs?: number;
  log?: Pick<Logger, 'error'>;
  observe?: StatementObserver | undefined;
  /** false for migrations, which may take long on a large database */
  hasTimeouts?: boolean;
}

const CONNECT_TIMEOUT_MS = 5_000;
const STATEMENT_TIMEOUT_MS = 15_000;
const LOCK_TIMEOUT_MS = 10_000;
const IDLE_IN_TRANSACTION_TIMEOUT_MS = 20_000;
/** Client-side timeout in ms, in case the server machine is unreachable. */
const QUERY_TIMEOUT_MS = 20_000;
const KEEP_ALIVE_MS = 10_000;
const POOL_SIZE = 10;
/** Shorter than the idle timeouts of firewalls. */
const IDLE_CONNECTION_MS = 30_000;

/**
 * Opens PostgreSQL with the semantics that the repositories expect: READ COMMITTED, amounts as exact text, counts and times as
 * numbers. Connects on the first query. Failures of the connection, the disk or the pool are DatabaseUnavailableError.
 */
export function openPostgresDatabase(url: string, options: PostgresOptions = {}): Database {
  const { poolSize = POOL_SIZE, connectTimeoutMs = CONNECT_TIMEOUT_MS, log, observe, hasTimeouts = true } = options;
  const pool = new Pool({
    connectionString: url,
    max: poolSize,
    application_name: 'causeway',
    connectionTimeoutMillis: connectTimeoutMs,
    idleTimeoutMillis: IDLE_CONNECTION_MS,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
    // Reads after a lock must see what was committed before it, not an older snapshot.
    options: '-c default_transaction_isolation=read\\ committed',
    types: { getTypeParser: parserOf },
    ...(hasTimeouts && {
      statement_timeout: STATEMENT_TIMEOUT_MS,
      lock_timeout: LOCK_TIMEOUT_MS,
      idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_TIMEOUT_MS,
      query_timeout: QUERY_TIMEOUT_MS,
    }),
  });
  const logError = (error: Error) => log?.error({ err: error }, 'a connection to the database failed');
  pool.on('error', logError);
  // The pool does not report a connection in use that breaks between two queries.
  pool.on('connect', (client) => client.on('error', logError));
  return new RetryingKysely({ dialect: new PostgresDialect({ pool: guard(pool, observe) }) });
}

/** Parses INT8 (counts and times) as a number. NUMERIC amounts stay text, which is pg's default. */
const parserOf: typeof types.getTypeParser = (type, format) =>
  type === types.builtins.INT8 ? readSafeInteger : types.getTypeParser(type, format);

function readSafeInteger(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new RangeError(`${text} is too large for a count`);
  return value;
}

/** Wraps the pool: maps errors ({@link postgresFailure}) and destroys connections that failed. */
function guard(pool: Pool, observe: StatementObserver | undefined): PostgresPool {
  const guarded = new WeakMap<PoolClient, PostgresPoolClient>();
  return {
    options: pool.options,
    end: () => pool.end(),
    connect: async () => {
      const client = await pool.connect().catch((error: unknown) => {
        throw postgresFailure(error);
      });
      const wrapped = guarded.get(client) ?? guardClient(client, observe);
      guarded.set(client, wrapped);
      return wrapped;
    },
  };
}

function guardClient(client: PoolClient, observe: StatementObserver | undefined): PostgresPoolClient {
  let isBroken = false;
  async function execute<Row>(statement: string, parameters: readonly unknown[]): Promise<PostgresQueryResult<Row>> {
    observe?.(statement);
    const name = nameOfStatement(statement);
    try {
      const { command, rowCount, rows } = await client.query({ ...(name && { name }), text: statement, values: [...parameters] });
      return { command: command as PostgresQueryResult<Row>['command'], rowCount: rowCount ?? 0, rows };
    } catch (error) {
      const failure = name !== undefined && isStalePlan(error) ? new DatabaseUnavailableError(error) : postgresFailure(error);
      isBroken ||= failure !== error;
      throw failure;
    }
  }
  function query<Row>(statement: string, parameters: readonly unknown[]): Promise<PostgresQueryResult<Row>>;
  function query<Row>(cursor: PostgresCursor<Row>): PostgresCursor<Row>;
  function query<Row>(
    statement: string | PostgresCursor<Row>,
    parameters: readonly unknown[] = [],
  ): Promise<PostgresQueryResult<Row>> | PostgresCursor<Row> {
    if (typeof statement !== 'string') throw new TypeError('Cursors are not supported. Read in pages.');
    return execute<Row>(statement, parameters);
  }
  return { query, release: (destroy) => client.release(destroy || isBroken) };
}
