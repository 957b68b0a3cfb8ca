import { setImmediate } from 'node:timers/promises';

/** The outcome of one item of a batch. */
export type BatchOutcome<Result> = { result: Result } | { error: unknown };

interface QueuedItem<Item, Result> {
  item: Item;
  resolve: (result: Result) => void;
  reject: (error: unknown) => void;
}

/**
 * Returns a function that queues an item and resolves to its result. Queued items are processed in batches of at most `maxSize`,
 * one batch at a time, so that a commit, a lock or a query is paid for once per batch. A batch contains what is queued at the next
 * turn of the event loop: no item waits for others to arrive. When `processItems` rejects, every item of its batch rejects.
 */
export function createBatcher<Item, Result>(
  maxSize: number,
  processItems: (items: readonly Item[]) => Promise<readonly BatchOutcome<Result>[]>,
): (item: Item) => Promise<Result> {
  const queue: QueuedItem<Item, Result>[] = [];
  let isRunning = false;

  const processBatch = async (batch: readonly QueuedItem<Item, Result>[]): Promise<void> => {
    try {
      const outcomes = await processItems(batch.map(({ item }) => item));
      for (const [index, { resolve, reject }] of batch.entries()) {
        const outcome = outcomes[index];
        if (outcome && 'result' in outcome) resolve(outcome.result);
        else reject(outcome?.error);
      }
    } catch (error) {
      for (const { reject } of batch) reject(error);
    }
  };
  const run = async (): Promise<void> => {
    isRunning = true;
    while (queue.length > 0) {
      await setImmediate();
      await processBatch(queue.splice(0, maxSize));
    }
    isRunning = false;
  };

  return (item) => {
    const { promise, resolve, reject } = Promise.withResolvers<Result>();
    queue.push({ item, resolve, reject });
    if (!isRunning) void run();
    return promise;
  };
}
