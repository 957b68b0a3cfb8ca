import { DatabaseError } from 'pg';
import { DatabaseUnavailableError } from './databaseErrors.ts';

/** Connection errors, missing resources, shutdown and startup, timeouts, writes to a standby, disk errors. */
const POSTGRES_UNAVAILABLE = /^(?:08|53|57P0|57014|55P03|25P0[34]|25006|58)/;

/** Serialization failure and deadlock: the transaction was rolled back. */
const POSTGRES_RETRYABLE = new Set(['40001', '40P01']);

/** Maps an error of pg. An error that does not come from the server is a connection error: DatabaseUnavailableError. */
export function postgresFailure(error: unknown): unknown {
  if (error instanceof TypeError || error instanceof RangeError) return error;
  if (!(error instanceof DatabaseError)) return new DatabaseUnavailableError(error);
  return POSTGRES_UNAVAILABLE.test(error.code ?? '') ? new DatabaseUnavailableError(error) : error;
}

const FEATURE_NOT_SUPPORTED = '0A000';

/**
 * Returns whether a prepared statement failed because another process has changed the columns of a table since it was prepared. Texts that
 * are always prepared use no feature that PostgreSQL lacks. A new connection prepares it again.
 */
export function isStalePlan(error: unknown): boolean {
  return error instanceof DatabaseError && error.code === FEATURE_NOT_SUPPORTED;
}

/** Returns whether PostgreSQL rolled the transaction back because of another one. */
export function isRetryable(error: unknown): boolean {
  return error instanceof DatabaseError && POSTGRES_RETRYABLE.has(error.code ?? '');
}
