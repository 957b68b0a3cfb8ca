import type { Executor } from '../../database.ts';

/** So many tries in a row, each less than `windowMs` after the one before. */
export interface TryLimit {
  name: string;
  most: number;
  windowMs: number;
}

/**
 * Counts a try. Returns 0 if it is allowed, otherwise the ms until the next allowed one: a refused try counts no further. Exact
 * under concurrent calls.
 */
export async function countTry(executor: Executor, { name, most, windowMs }: TryLimit, now: number): Promise<number> {
  const until = now + windowMs;
  await executor
    .insertInto('allowances')
    .values({ name, used: 0, until })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute();
  await executor.updateTable('allowances').set({ used: 0 }).where('name', '=', name).where('until', '<=', now).execute();
  const counted = await executor
    .updateTable('allowances')
    .set((row) => ({ used: row('used', '+', 1), until }))
    .where('name', '=', name)
    .where('used', '<', most)
    .executeTakeFirst();
  if (counted.numUpdatedRows === 1n) return 0;
  const row = await executor.selectFrom('allowances').select('until').where('name', '=', name).executeTakeFirst();
  return Math.max((row?.until ?? now) - now, 1);
}

/** Gives a try back that was counted, because it was right. */
export async function returnTry(executor: Executor, name: string): Promise<void> {
  await executor
    .updateTable('allowances')
    .set((row) => ({ used: row('used', '-', 1) }))
    .where('name', '=', name)
    .where('used', '>', 0)
    .execute();
}

/** Forgets all tries. */
export async function deleteTries(executor: Executor, name: string): Promise<void> {
  await executor.deleteFrom('allowances').where('name', '=', name).execute();
}
