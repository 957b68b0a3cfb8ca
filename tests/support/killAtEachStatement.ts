import type { Database } from '../../server/db/database.ts';
import { createStore, type TestStore } from './databases.ts';

interface KilledWork {
  /** The database of all runs. Without it, each run has a new one. */
  store?: TestStore;
  /** Comes before the work of a run, on a connection that does not fail. Runs are counted from 1. */
  prepare?(database: Database, run: number): Promise<unknown>;
  work(database: Database, run: number): Promise<unknown>;
  /** Comes after it, as after a restart. */
  recover(database: Database, run: number): Promise<unknown>;
}

/**
 * Repeats `work`, as in a process that dies at a database statement: the first statement in the first run, and one later in each further
 * run, until the work is done before it dies. Returns the number of runs.
 */
export async function killAtEachStatement({ store: shared, prepare, work, recover }: KilledWork): Promise<number> {
  for (let run = 1; ; run += 1) {
    const store = shared ?? (await createStore('SQLite'));
    const alive = store.open();
    await prepare?.(alive, run);
    let statements = 0;
    const dying = store.open(() => {
      statements += 1;
      if (statements >= run) throw new Error('killed');
    });
    const isDone = await work(dying, run).then(
      () => true,
      () => false,
    );
    await dying.destroy();
    await recover(alive, run);
    await alive.destroy();
    if (!shared) store.remove();
    if (isDone) return run;
  }
}
