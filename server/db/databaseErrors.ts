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

/** Another process has held the lock of the embedded database for too long. The statement or transaction has written nothing. */
export class DatabaseLockedError extends DatabaseUnavailableError {
  /** The wait for the lock is logged once (`createLogger`). */
  readonly isReported = true;

  constructor() {
    super(undefined);
  }
}

const SQLITE_BUSY = 5;
/** SQLITE_LOCKED, NOMEM, READONLY, IOERR, FULL, CANTOPEN, PROTOCOL. */
const SQLITE_UNAVAILABLE = new Set([6, 7, 8, 10, 13, 14, 15]);

/** Maps an error of node:sqlite: DatabaseLockedError, DatabaseUnavailableError for disk and memory errors, otherwise the error itself. */
export function sqliteFailure(error: unknown): unknown {
  const code = error instanceof Error && 'errcode' in error ? Number(error.errcode) : null;
  if (code !== null && (code & 0xff) === SQLITE_BUSY) return new DatabaseLockedError();
  return code !== null && SQLITE_UNAVAILABLE.has(code & 0xff) ? new DatabaseUnavailableError(error) : error;
}
