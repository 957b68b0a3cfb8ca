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
    .values({ name: key, used: 0, until: (window + 1) * windowMs, about: null })
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

/** Leaves nothing to be allowed under `name` until then; `about` says what it is about. */
export async function refuseUntil(executor: Executor, name: string, until: number, about: string | null = null): Promise<void> {
  await executor
    .insertInto('mail_allowances')
    .values({ name, used: 0, until, about })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ until, about }))
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

/** What a refusal is about; undefined when there is none of the name. */
export async function findRefused(executor: Executor, name: string): Promise<string | undefined> {
  const row = await executor.selectFrom('mail_allowances').select('about').where('name', '=', name).executeTakeFirst();
  return row?.about ?? undefined;
}

export async function deleteOldAllowances(executor: Executor, now: number): Promise<void> {
  await executor.deleteFrom('mail_allowances').where('until', '<', now).execute();
}
