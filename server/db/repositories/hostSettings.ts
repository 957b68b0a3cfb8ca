import type { Executor } from '../database.ts';

export async function findHostSetting(executor: Executor, name: string): Promise<string | undefined> {
  const row = await executor.selectFrom('host_settings').select('value').where('name', '=', name).executeTakeFirst();
  return row?.value;
}

/** Keeps the first value for ever, whoever else offers one at the same moment; gives the one that is kept. */
export async function setHostSettingOnce(executor: Executor, name: string, value: string): Promise<string> {
  await executor
    .insertInto('host_settings')
    .values({ name, value })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute();
  return (await findHostSetting(executor, name)) ?? value;
}

/** For the few marks that change: the last value holds. */
export async function writeHostSetting(executor: Executor, name: string, value: string): Promise<void> {
  await executor
    .insertInto('host_settings')
    .values({ name, value })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
    .execute();
}
