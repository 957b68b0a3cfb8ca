import type { Executor } from '../database.ts';

export async function findHostSetting(executor: Executor, name: string): Promise<string | undefined> {
  const row = await executor.selectFrom('host_settings').select('value').where('name', '=', name).executeTakeFirst();
  return row?.value;
}

/** Writes a setting unless it exists, and returns the stored value. Safe if several processes call it at the same time. */
export async function setHostSettingOnce(executor: Executor, name: string, value: string): Promise<string> {
  await executor
    .insertInto('host_settings')
    .values({ name, value })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute();
  return (await findHostSetting(executor, name)) ?? value;
}

/** Writes or replaces a setting. */
export async function writeHostSetting(executor: Executor, name: string, value: string): Promise<void> {
  await executor
    .insertInto('host_settings')
    .values({ name, value })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
    .execute();
}
