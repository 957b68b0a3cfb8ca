/** The error catalogue: code → HTTP status (specification §8, D29 and D60). */
export const ERROR_STATUS = {
  ERR_BAD_REQUEST: 400,
  ERR_VALIDATION: 400,
  ERR_CLAIMED_DEPOSIT_AMOUNT_TOO_SMALL: 400,
  ERR_CLAIMED_DEPOSIT_AMOUNT_TOO_BIG: 400,
  ERR_NO_LIQUIDITY_AVAILABLE: 400,
  ERR_NETWORK_NOT_SUPPORTED: 400,
  ERR_BALANCE_TOO_LOW: 400,
  ERR_WITHDRAWAL_TOO_SMALL: 400,
  ERR_INVALID_PASSWORD_RESET_CODE: 400,
  ERR_PRISMA_CLIENT_KNOWN_REQUEST: 400,
  ERR_PAIR_NOT_ACTIVE: 400,
  ERR_UNAUTHORIZED: 401,
  ERR_INVALID_CREDENTIALS: 401,
  ERR_FORBIDDEN: 403,
  ERR_NOT_ENOUGH_PERMISSIONS: 403,
  ERR_ORDER_TOKEN_REQUIRED: 403,
  ERR_SECOND_FACTOR_REQUIRED: 403,
  ERR_NOT_FOUND: 404,
  ERR_NOT_FOUND_E: 404,
  ERR_BALANCE_NOT_FOUND: 404,
  ERR_NOT_ACCEPTABLE: 406,
  ERR_USER_ALREADY_REGISTERED: 409,
  ERR_RATE_CHANGED: 409,
  ERR_IDEMPOTENCY_MISMATCH: 409,
  ERR_PAYLOAD_TOO_LARGE: 413,
  ERR_IM_A_TEAPOT: 418,
  ERR_UNPROCESSABLE_ENTITY: 422,
  ERR_TOO_MANY_REQUESTS: 429,
  ERR_INTERNAL_SERVER_ERROR: 500,
  ERR_SERVICE_UNAVAILABLE: 503,
} as const;

export type ErrorCode = keyof typeof ERROR_STATUS;

export function isErrorCode(code: unknown): code is ErrorCode {
  return typeof code === 'string' && Object.hasOwn(ERROR_STATUS, code);
}

/** The body of every error response. Customers quote `requestId` to support; the log has the details. */
export interface ErrorBody {
  code: ErrorCode;
  message: string;
  details?: Record<string, unknown>;
  requestId: string;
}

/**
 * An error of the catalogue, thrown by domain code on the server and by `api.call` in the client. `details` are sent to the
 * client and must not contain secrets. Errors of the client itself (no connection, invalid JSON) are ERR_SERVICE_UNAVAILABLE
 * with an empty `requestId`.
 */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly code: ErrorCode;
  readonly details: Record<string, unknown> | undefined;
  readonly requestId: string;

  constructor(code: ErrorCode, message: string, details?: Record<string, unknown>, requestId = '') {
    super(message);
    this.code = code;
    this.details = details;
    this.requestId = requestId;
  }

  get status(): number {
    return ERROR_STATUS[this.code];
  }
}

/**
 * Returns ERR_TOO_MANY_REQUESTS. Hosts send `details.retryAfterSeconds`, when the next attempt may succeed, as Retry-After too.
 */
export function tooManyRequests(message: string, retryAfterSeconds: number): ApiError {
  return new ApiError('ERR_TOO_MANY_REQUESTS', message, { retryAfterSeconds });
}

/** Most outages of a part are over after a few seconds, and each retry is cheap. */
const UNAVAILABLE_SECONDS = 5;

/** Returns after how many seconds to try again: for `tooManyRequests` and ERR_SERVICE_UNAVAILABLE; null for every other error. */
export function retryAfterSeconds(error: unknown): number | null {
  if (error instanceof ApiError && error.code === 'ERR_SERVICE_UNAVAILABLE') return UNAVAILABLE_SECONDS;
  const seconds = error instanceof ApiError ? error.details?.['retryAfterSeconds'] : null;
  return typeof seconds === 'number' ? seconds : null;
}
