import type { CashbackLevelName } from '../../../../contract/schemas/affiliates.ts';
import type { Executor } from '../../database.ts';

/** Returns the highest level that a customer has reached; undefined: none above the first. */
export async function findReachedLevel(executor: Executor, userId: number): Promise<CashbackLevelName | undefined> {
  const row = await executor.selectFrom('cashback_levels').select('level').where('user_id', '=', userId).executeTakeFirst();
  return row?.level;
}

export async function writeReachedLevel(
  executor: Executor,
  userId: number,
  level: CashbackLevelName,
  now: number,
): Promise<void> {
  await executor
    .insertInto('cashback_levels')
    .values({ user_id: userId, level, reached_at: now })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ level, reached_at: now }))
    .execute();
}
