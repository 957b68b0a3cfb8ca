import { setImmediate } from 'node:timers/promises';

/** What became of one of several that were worked on together. */
export type BatchOutcome<Result> = { result: Result } | { error: unknown };

interface Waiting<Item, Result> {
  item: Item;
  resolve: (result: Result) => void;
  reject: (error: unknown) => void;
}

/**
 * Works together on whatever is asked for at the same moment, at most `most` at a time, one lot after the other: a commit,
 * a lock or a sum is then paid for once. Each gets its own answer when its lot is done; when `work` itself rejects, all of
 * the lot do. Nobody waits for others to come: a lot is what has arrived by the next turn of the event loop.
 */
export function createBatcher<Item, Result>(
  most: number,
  work: (items: readonly Item[]) => Promise<readonly BatchOutcome<Result>[]>,
): (item: Item) => Promise<Result> {
  const waiting: Waiting<Item, Result>[] = [];
  let isAtWork = false;

  const workOn = async (lot: readonly Waiting<Item, Result>[]): Promise<void> => {
    try {
      const outcomes = await work(lot.map(({ item }) => item));
      for (const [place, { resolve, reject }] of lot.entries()) {
        const outcome = outcomes[place];
        if (outcome && 'result' in outcome) resolve(outcome.result);
        else reject(outcome?.error);
      }
    } catch (error) {
      for (const { reject } of lot) reject(error);
    }
  };
  const run = async (): Promise<void> => {
    isAtWork = true;
    while (waiting.length > 0) {
      await setImmediate();
      await workOn(waiting.splice(0, most));
    }
    isAtWork = false;
  };

  return (item) => {
    const { promise, resolve, reject } = Promise.withResolvers<Result>();
    waiting.push({ item, resolve, reject });
    if (!isAtWork) void run();
    return promise;
  };
}
