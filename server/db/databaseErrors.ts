import { DatabaseError } from 'pg';
import { ApiError } from '../../contract/errors.ts';

/**
 * The database can't be asked at the moment: not reachable, out of room, connections or time. ERR_SERVICE_UNAVAILABLE for
 * whoever called; what was asked may or may not have happened, as with any connection that breaks before the answer.
 */
export class DatabaseUnavailableError extends ApiError {
  constructor(cause: unknown) {
    super('ERR_SERVICE_UNAVAILABLE', 'Our database does not answer at the moment. Try again in a minute.');
    this.cause = cause;
  }
}

/** SQLITE_BUSY, LOCKED, NOMEM, READONLY, IOERR, FULL, CANTOPEN, PROTOCOL. */
const SQLITE_UNAVAILABLE = new Set([5, 6, 7, 8, 10, 13, 14, 15]);

/** Connections, resources, the server going down or coming up, time-outs, a standby that is asked to write, the disk. */
const POSTGRES_UNAVAILABLE = /^(?:08|53|57P0|57014|55P03|25P0[34]|25006|58)/;

/** Two transactions stood in each other's way, and nothing of this one happened. */
const POSTGRES_RETRYABLE = new Set(['40001', '40P01']);

/** What node:sqlite threw, in the words of this house. */
export function sqliteFailure(error: unknown): unknown {
  const code = error instanceof Error && 'errcode' in error ? Number(error.errcode) : null;
  return code !== null && SQLITE_UNAVAILABLE.has(code & 0xff) ? new DatabaseUnavailableError(error) : error;
}

/** What pg threw, in the words of this house. Whatever the server did not say itself is a connection in trouble. */
export function postgresFailure(error: unknown): unknown {
  if (error instanceof TypeError || error instanceof RangeError) return error;
  if (!(error instanceof DatabaseError)) return new DatabaseUnavailableError(error);
  return POSTGRES_UNAVAILABLE.test(error.code ?? '') ? new DatabaseUnavailableError(error) : error;
}

export function isRetryable(error: unknown): boolean {
  return error instanceof DatabaseError && POSTGRES_RETRYABLE.has(error.code ?? '');
}
