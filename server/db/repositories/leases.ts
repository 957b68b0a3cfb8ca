import type { Executor } from '../database.ts';

/** Takes or renews a named lease by compare-and-set. False: another owner holds it. */
export async function claimLease(
  executor: Executor,
  lease: { name: string; owner: string; now: number; until: number },
): Promise<boolean> {
  const { name, owner, now, until } = lease;
  const inserted = await executor
    .insertInto('leases')
    .values({ name, owner, until })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .executeTakeFirst();
  if (inserted.numInsertedOrUpdatedRows === 1n) return true;
  const updated = await executor
    .updateTable('leases')
    .set({ owner, until })
    .where('name', '=', name)
    .where((where) => where.or([where('owner', '=', owner), where('until', '<=', now)]))
    .executeTakeFirst();
  return updated.numUpdatedRows === 1n;
}

export async function releaseLease(executor: Executor, name: string, owner: string): Promise<void> {
  await executor.deleteFrom('leases').where('name', '=', name).where('owner', '=', owner).execute();
}
