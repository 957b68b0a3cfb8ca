import { ApiError } from '../../contract/errors.ts';

const OF_THE_CALLER: readonly number[] = [401, 403, 429];

/** Returns whether an error depends on the caller, such as a rate limit. Other customers must not see it. */
export function dependsOnCaller(error: unknown): boolean {
  return error instanceof ApiError && OF_THE_CALLER.includes(error.status);
}
