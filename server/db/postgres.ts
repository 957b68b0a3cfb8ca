import {
  PostgresDialect,
  type PostgresCursor,
  type PostgresPool,
  type PostgresPoolClient,
  type PostgresQueryResult,
} from 'kysely';
import { Pool, types, type PoolClient } from 'pg';
import type { Logger } from '../log.ts';
import type { Database, StatementObserver } from './database.ts';
import { postgresFailure } from './databaseErrors.ts';
import { RetryingKysely } from './retryingKysely.ts';

export interface PostgresOptions {
  /** Connections at most, of this process. */
  poolSize?: number;
  /** How long a connection is waited for: a free one of the pool, or a new one. */
  connectTimeoutMs?: number;
  log?: Pick<Logger, 'error'>;
  observe?: StatementObserver | undefined;
  /** Migrations of a large database take longer than anything else may. */
  hasTimeouts?: boolean;
}

const CONNECT_TIMEOUT_MS = 5_000;
const STATEMENT_TIMEOUT_MS = 15_000;
const LOCK_TIMEOUT_MS = 10_000;
const IDLE_IN_TRANSACTION_TIMEOUT_MS = 20_000;
/** Our own clock, for when the machine at the other end is gone and says nothing at all. */
const QUERY_TIMEOUT_MS = 20_000;
const KEEP_ALIVE_MS = 10_000;
const POOL_SIZE = 10;
/** Far below what a firewall forgets. */
const IDLE_CONNECTION_MS = 30_000;

/**
 * PostgreSQL behind the same interface as the embedded database, with the semantics that the repositories are written for:
 * READ COMMITTED, amounts as text to the last digit, counts and times as numbers. Nothing is connected until it is asked.
 * Failures of the connection, the disk or the pool are DatabaseUnavailableError.
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
    // Locks are followed by reads that must see what was committed before: never on a snapshot of earlier.
    options: '-c default_transaction_isolation=read\\ committed',
    types: { getTypeParser: parserOf },
    ...(hasTimeouts && {
      statement_timeout: STATEMENT_TIMEOUT_MS,
      lock_timeout: LOCK_TIMEOUT_MS,
      idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_TIMEOUT_MS,
      query_timeout: QUERY_TIMEOUT_MS,
    }),
  });
  const note = (error: Error) => log?.error({ err: error }, 'a connection to the database failed');
  pool.on('error', note);
  // A connection that is in use, and breaks between two questions, tells nobody else.
  pool.on('connect', (client) => client.on('error', note));
  return new RetryingKysely({ dialect: new PostgresDialect({ pool: guard(pool, observe) }) });
}

/** NUMERIC stays text, as pg has it. Counts and times are int8 and safe as numbers for ever; an amount never gets here. */
const parserOf: typeof types.getTypeParser = (type, format) =>
  type === types.builtins.INT8 ? readSafeInteger : types.getTypeParser(type, format);

function readSafeInteger(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new RangeError(`${text} is too large for a count`);
  return value;
}

/** The pool with failures in the words of this house; a connection that failed is not used again. */
function guard(pool: Pool, observe: StatementObserver | undefined): PostgresPool {
  const guarded = new WeakMap<PoolClient, PostgresPoolClient>();
  return {
    options: pool.options,
    end: () => pool.end(),
    connect: async () => {
      const client = await pool.connect().catch((error: unknown) => {
        throw postgresFailure(error);
      });
      const known = guarded.get(client) ?? guardClient(client, observe);
      guarded.set(client, known);
      return known;
    },
  };
}

function guardClient(client: PoolClient, observe: StatementObserver | undefined): PostgresPoolClient {
  let isBroken = false;
  async function ask<Row>(statement: string, parameters: readonly unknown[]): Promise<PostgresQueryResult<Row>> {
    observe?.(statement);
    try {
      const { command, rowCount, rows } = await client.query(statement, [...parameters]);
      return { command: command as PostgresQueryResult<Row>['command'], rowCount: rowCount ?? 0, rows };
    } catch (error) {
      const failure = postgresFailure(error);
      isBroken ||= failure !== error;
      throw failure;
    }
  }
  function query<Row>(statement: string, parameters: readonly unknown[]): Promise<PostgresQueryResult<Row>>;
  function query<Row>(cursor: PostgresCursor<Row>): PostgresCursor<Row>;
  function query<Row>(
    question: string | PostgresCursor<Row>,
    parameters: readonly unknown[] = [],
  ): Promise<PostgresQueryResult<Row>> | PostgresCursor<Row> {
    if (typeof question !== 'string') throw new TypeError('Cursors are not configured: read page by page.');
    return ask<Row>(question, parameters);
  }
  return { query, release: (destroy) => client.release(destroy || isBroken) };
}
