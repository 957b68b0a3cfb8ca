import { DatabaseError } from 'pg';
import { ApiError } from '../../contract/errors.ts';

/**
 * The database can't be used: it is unreachable, or out of disk space, connections or time. The client gets
 * ERR_SERVICE_UNAVAILABLE. A statement whose connection broke may or may not have been executed.
 */
export class DatabaseUnavailableError extends ApiError {
  constructor(cause: unknown) {
    super('ERR_SERVICE_UNAVAILABLE', 'Our database is unavailable at the moment. Try again in a minute.');
    this.cause = cause;
  }
}

/** SQLITE_BUSY, LOCKED, NOMEM, READONLY, IOERR, FULL, CANTOPEN, PROTOCOL. */
const SQLITE_UNAVAILABLE = new Set([5, 6, 7, 8, 10, 13, 14, 15]);

/** Connection errors, missing resources, shutdown and startup, timeouts, writes to a standby, disk errors. */
const POSTGRES_UNAVAILABLE = /^(?:08|53|57P0|57014|55P03|25P0[34]|25006|58)/;

/** Serialization failure and deadlock: the transaction was rolled back. */
const POSTGRES_RETRYABLE = new Set(['40001', '40P01']);

/** Maps an error of node:sqlite: DatabaseUnavailableError for disk, lock and memory errors, otherwise the error itself. */
export function sqliteFailure(error: unknown): unknown {
  const code = error instanceof Error && 'errcode' in error ? Number(error.errcode) : null;
  return code !== null && SQLITE_UNAVAILABLE.has(code & 0xff) ? new DatabaseUnavailableError(error) : error;
}

/** Maps an error of pg. An error that does not come from the server is a connection error: DatabaseUnavailableError. */
export function postgresFailure(error: unknown): unknown {
  if (error instanceof TypeError || error instanceof RangeError) return error;
  if (!(error instanceof DatabaseError)) return new DatabaseUnavailableError(error);
  return POSTGRES_UNAVAILABLE.test(error.code ?? '') ? new DatabaseUnavailableError(error) : error;
}

/** Returns whether PostgreSQL rolled the transaction back because of another one. */
export function isRetryable(error: unknown): boolean {
  return error instanceof DatabaseError && POSTGRES_RETRYABLE.has(error.code ?? '');
}
