import type { Executor } from '../database.ts';
import type { SettingRow } from '../tables/operator.ts';

/** Sets or replaces a setting. */
export async function writeSetting(executor: Executor, row: SettingRow): Promise<void> {
  const { value, set_by, set_at } = row;
  await executor
    .insertInto('settings')
    .values(row)
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value, set_by, set_at }))
    .execute();
}

/** Removes a setting, so that the environment decides again. Returns false if it was not set. */
export async function deleteSetting(executor: Executor, name: string): Promise<boolean> {
  const result = await executor.deleteFrom('settings').where('name', '=', name).executeTakeFirst();
  return result.numDeletedRows === 1n;
}
