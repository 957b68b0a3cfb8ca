/** Another process has changed the row since it was read. The caller must roll back, re-read and decide again. */
export class ConcurrentUpdateError extends Error {
  override readonly name = 'ConcurrentUpdateError';
}

const ATTEMPTS = 5;

/**
 * Returns the result of `work`. When `work` throws ConcurrentUpdateError because another process changed the order, it runs again:
 * it must read the order anew each time. Throws the error of `createError` after the last attempt.
 */
export async function retryOnConflict<Result>(
  work: () => Promise<Result>,
  createError: () => Error | Promise<Error>,
): Promise<Result> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof ConcurrentUpdateError)) throw error;
    }
  }
  throw await createError();
}
