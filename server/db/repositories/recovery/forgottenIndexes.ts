import type { Executor } from '../../database.ts';
import type { ForgottenIndexesTable } from '../../tables/recovery.ts';

/** Stores what was forgotten. What is stored already is forgotten since then. */
export async function writeForgottenIndexes(executor: Executor, row: ForgottenIndexesTable): Promise<void> {
  await executor
    .insertInto('forgotten_indexes')
    .values(row)
    .onConflict((conflict) => conflict.column('first_index').doUpdateSet({ since: row.since }))
    .execute();
}

/** Returns what was forgotten since a time in ms, the lowest indexes first. */
export async function listForgottenIndexes(executor: Executor, since: number): Promise<ForgottenIndexesTable[]> {
  return await executor.selectFrom('forgotten_indexes').selectAll().where('since', '>=', since).orderBy('first_index').execute();
}

/** Stores that a forgotten index was paid. It never goes back. */
export async function raiseLastUsed(executor: Executor, first: number, index: number): Promise<void> {
  await executor
    .updateTable('forgotten_indexes')
    .set({ last_used: index })
    .where('first_index', '=', first)
    .where((where) => where.or([where('last_used', 'is', null), where('last_used', '<', index)]))
    .execute();
}

/** Sets the counter of deposit addresses. It never goes back. */
export async function raiseDepositIndex(executor: Executor, value: number): Promise<void> {
  await executor.updateTable('counters').set({ value }).where('name', '=', 'deposit_index').where('value', '<', value).execute();
}
