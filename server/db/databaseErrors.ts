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

/** Maps an error of node:sqlite: DatabaseUnavailableError for disk, lock and memory errors, otherwise the error itself. */
export function sqliteFailure(error: unknown): unknown {
  const code = error instanceof Error && 'errcode' in error ? Number(error.errcode) : null;
  return code !== null && SQLITE_UNAVAILABLE.has(code & 0xff) ? new DatabaseUnavailableError(error) : error;
}
