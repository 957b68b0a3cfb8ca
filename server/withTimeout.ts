/** Rejects with what `late` makes when the work takes longer; the work itself goes on. */
export async function withTimeout<Value>(
  work: Promise<Value>,
  milliseconds: number,
  late: () => Error = () => new Error(`no answer within ${milliseconds} ms`),
): Promise<Value> {
  const { promise, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(late()), milliseconds);
  try {
    return await Promise.race([work, promise]);
  } finally {
    clearTimeout(timer);
  }
}
