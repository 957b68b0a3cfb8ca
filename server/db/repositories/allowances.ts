import { clientGroups } from '../../../contract/clientGroup.ts';
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

/** Uses one of `most` of a client: its IP address, whose networks count (D81), or an id. */
export async function takeOfClient(executor: Executor, allowance: Allowance, client: string, now: number): Promise<boolean> {
  for (const one of limitsOfClient(allowance, client)) if (!(await useAllowance(executor, one, now))) return false;
  return true;
}

/** Returns the limits of a client for a limit of each: one per network of its IP address (D81). */
export function limitsOfClient<Limit extends { name: string; most: number }>(limit: Limit, client: string): Limit[] {
  return clientGroups(client).map(({ group, factor }) => ({
    ...limit,
    name: `${limit.name}:${group}`,
    most: limit.most * factor,
  }));
}

/** Returns the seconds until the next window begins. */
export const secondsToNextWindow = ({ windowMs }: Pick<Allowance, 'windowMs'>, now: number): number =>
  Math.ceil((windowMs - (now % windowMs)) / 1_000);

/** Gives one back that was used in the current window. */
export async function returnAllowance(executor: Executor, { name, windowMs }: Allowance, now: number): Promise<void> {
  await returnTry(executor, keyOf(name, Math.floor(now / windowMs)));
}

const keyOf = (name: string, window: number): string => `${name}:${window}`;

export async function deleteOldAllowances(executor: Executor, now: number): Promise<void> {
  await executor.deleteFrom('allowances').where('until', '<', now).execute();
}

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

/** Forgets what was counted under a name, and under all names that begin with it and a colon. `name`: without `%` and `_`. */
export async function deleteAllTries(executor: Executor, name: string): Promise<void> {
  await deleteTries(executor, name);
  await executor.deleteFrom('allowances').where('name', 'like', `${name}:%`).execute();
}
