/** Runs work with the same key one after the other. A failure does not stop the work after it. */
export type OneAtATime = <Result>(key: string, work: () => Promise<Result>) => Promise<Result>;

export function createOneAtATime(): OneAtATime {
  const tails = new Map<string, Promise<unknown>>();
  return async (key, work) => {
    const result = after(tails.get(key), work);
    tails.set(key, result);
    try {
      return await result;
    } finally {
      if (tails.get(key) === result) tails.delete(key);
    }
  };
}

async function after<Result>(before: Promise<unknown> | undefined, work: () => Promise<Result>): Promise<Result> {
  await before?.catch(() => undefined);
  return work();
}
