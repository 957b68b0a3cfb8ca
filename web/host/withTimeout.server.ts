import { ApiError } from '../../contract/errors.ts';

/** A page that takes longer is not worth waiting for: the API host behind it does not answer. */
const PAGE_TIMEOUT_MS = 10_000;

/** Rejects with ERR_SERVICE_UNAVAILABLE when `work` takes longer than `milliseconds`. */
export async function withTimeout<Value>(work: Promise<Value>, milliseconds = PAGE_TIMEOUT_MS): Promise<Value> {
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new ApiError('ERR_SERVICE_UNAVAILABLE', 'The page took too long')), milliseconds);
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
