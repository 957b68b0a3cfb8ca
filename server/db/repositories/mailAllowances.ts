import type { Executor } from '../database.ts';

export interface Allowance {
  /** "client:…", "order:…", "email:…" */
  name: string;
  windowMs: number;
  most: number;
}

/** Uses one of `most` in the present window. False when none is left. Exact, whatever is asked at the same time. */
export async function useAllowance(executor: Executor, { name, windowMs, most }: Allowance, now: number): Promise<boolean> {
  const window = Math.floor(now / windowMs);
  const key = `${name}:${window}`;
  await executor
    .insertInto('mail_allowances')
    .values({ name: key, used: 0, until: (window + 1) * windowMs })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute();
  const result = await executor
    .updateTable('mail_allowances')
    .set((row) => ({ used: row('used', '+', 1) }))
    .where('name', '=', key)
    .where('used', '<', most)
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
}

/** Leaves nothing to be allowed under `name` until then. */
export async function refuseUntil(executor: Executor, name: string, until: number): Promise<void> {
  await executor
    .insertInto('mail_allowances')
    .values({ name, used: 0, until })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ until }))
    .execute();
}

export async function isRefused(executor: Executor, name: string, now: number): Promise<boolean> {
  const refusal = await executor
    .selectFrom('mail_allowances')
    .select('name')
    .where('name', '=', name)
    .where('until', '>', now)
    .executeTakeFirst();
  return refusal !== undefined;
}

/** The one whose name begins so; `start` has no letter that `like` reads as another. */
export async function findAllowanceName(executor: Executor, start: string): Promise<string | undefined> {
  const row = await executor.selectFrom('mail_allowances').select('name').where('name', 'like', `${start}%`).executeTakeFirst();
  return row?.name;
}

export async function deleteOldAllowances(executor: Executor, now: number): Promise<void> {
  await executor.deleteFrom('mail_allowances').where('until', '<', now).execute();
}
