import type { Executor } from '../database.ts';

export interface Allowance {
  /** What is limited and of whom: "register:…", "email:…" */
  name: string;
  windowMs: number;
  most: number;
}

/** Uses one of `most` in the current window. Returns false when none is left. Exact under concurrent calls. */
export async function useAllowance(executor: Executor, { name, windowMs, most }: Allowance, now: number): Promise<boolean> {
  const window = Math.floor(now / windowMs);
  const key = keyOf(name, window);
  await executor
    .insertInto('allowances')
    .values({ name: key, used: 0, until: (window + 1) * windowMs })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute();
  const result = await executor
    .updateTable('allowances')
    .set((row) => ({ used: row('used', '+', 1) }))
    .where('name', '=', key)
    .where('used', '<', most)
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
}

/** Gives one back that was used in the current window. */
export async function returnAllowance(executor: Executor, { name, windowMs }: Allowance, now: number): Promise<void> {
  await executor
    .updateTable('allowances')
    .set((row) => ({ used: row('used', '-', 1) }))
    .where('name', '=', keyOf(name, Math.floor(now / windowMs)))
    .where('used', '>', 0)
    .execute();
}

const keyOf = (name: string, window: number): string => `${name}:${window}`;

export async function deleteOldAllowances(executor: Executor, now: number): Promise<void> {
  await executor.deleteFrom('allowances').where('until', '<', now).execute();
}
