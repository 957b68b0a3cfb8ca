import type { Executor } from '../../database.ts';
import type { NoticeTable } from '../../tables/operator.ts';

/** Returns the notices that have not ended, oldest first. */
export async function listNotices(executor: Executor, now: number): Promise<NoticeTable[]> {
  return await executor.selectFrom('notices').selectAll().where('until', '>', now).orderBy('set_at').execute();
}

/** Returns a notice, also one that has ended. */
export async function findNotice(executor: Executor, concerns: string): Promise<NoticeTable | undefined> {
  return await executor.selectFrom('notices').selectAll().where('concerns', '=', concerns).executeTakeFirst();
}

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
