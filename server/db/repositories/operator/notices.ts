import type { Executor } from '../../database.ts';
import type { NoticeTable } from '../../tables/operator.ts';

/** Sets or replaces a notice. */
export async function writeNotice(executor: Executor, notice: NoticeTable): Promise<void> {
  const { concerns: _key, ...changes } = notice;
  await executor
    .insertInto('notices')
    .values(notice)
    .onConflict((conflict) => conflict.column('concerns').doUpdateSet(changes))
    .execute();
}

/** Returns false if there was none. */
export async function deleteNotice(executor: Executor, concerns: string): Promise<boolean> {
  const { numDeletedRows } = await executor.deleteFrom('notices').where('concerns', '=', concerns).executeTakeFirst();
  return numDeletedRows > 0n;
}
