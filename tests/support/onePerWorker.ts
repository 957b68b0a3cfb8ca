/**
 * Returns what starts something that the files of a worker share, which run one after another. It ends with the process of the worker: what
 * it starts has a handler of the event `exit`.
 */
export function onePerWorker<Started>(start: () => Promise<Started>): () => Promise<Started> {
  let started: Promise<Started> | null = null;
  return () => {
    // Without a handler, the signal at the end of a worker would end it without that event.
    if (!started) process.once('SIGTERM', () => process.exit());
    return (started ??= start());
  };
}
