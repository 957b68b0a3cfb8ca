/**
 * Returns the result of `work`, or rejects with the error of `createError` when `work` takes longer than `milliseconds`.
 * `work` is not cancelled.
 */
export async function withTimeout<Value>(
  work: Promise<Value>,
  milliseconds: number,
  createError: () => Error = () => new Error(`no answer within ${milliseconds} ms`),
): Promise<Value> {
  const { promise: timeout, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(createError()), milliseconds);
  try {
    return await Promise.race([work, timeout]);
  } finally {
    clearTimeout(timer);
  }
}
