import { ApiError } from '../../contract/errors.ts';

const OF_THE_CALLER: readonly number[] = [401, 403, 429];

/** A failure that another customer would not have met: a limit on calls, above all. Nobody else may be shown it. */
export function dependsOnCaller(error: unknown): boolean {
  return error instanceof ApiError && OF_THE_CALLER.includes(error.status);
}
