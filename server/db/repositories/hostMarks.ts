import type { Executor } from '../database.ts';

export async function findHostMark(executor: Executor, name: string): Promise<string | undefined> {
  const row = await executor.selectFrom('host_marks').select('value').where('name', '=', name).executeTakeFirst();
  return row?.value;
}

/** Keeps the first value for ever; a later one is left out. */
export async function setHostMark(executor: Executor, name: string, value: string): Promise<void> {
  await executor
    .insertInto('host_marks')
    .values({ name, value })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute();
}
