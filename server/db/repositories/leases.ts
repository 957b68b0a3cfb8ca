import { sql, type RawBuilder } from 'kysely';
import type { Executor } from '../database.ts';
import { isPostgres } from '../isPostgres.ts';

/** Times are in ms since 1970. SQLite uses `now`; PostgreSQL uses its own clock, because the clocks of processes differ. */
export interface LeaseClaim {
  names: readonly string[];
  owner: string;
  now: number;
  /** Duration in ms */
  forMs: number;
}

/** Claims or renews the named leases that no other owner holds, by compare-and-set. Returns the names of those claimed. */
export async function claimLeases(executor: Executor, { names, owner, now, forMs }: LeaseClaim): Promise<string[]> {
  if (names.length === 0) return [];
  const clock: RawBuilder<number> = isPostgres(executor)
    ? sql`(extract(epoch from clock_timestamp()) * 1000)::bigint`
    : sql.val(now);
  const until = sql<number>`${clock} + ${sql.lit(forMs)}`;
  // Sorted, so that two processes that claim the same leases can't deadlock.
  const rows = names.toSorted().map((name) => ({ name, owner, until }));
  const claimed = await executor
    .insertInto('leases')
    .values(rows)
    .onConflict((conflict) =>
      conflict
        .column('name')
        .doUpdateSet((row) => ({ owner: row.ref('excluded.owner'), until: row.ref('excluded.until') }))
        .where((row) => row.or([row('leases.owner', '=', owner), row('leases.until', '<=', clock)])),
    )
    .returning('name')
    .execute();
  return claimed.map(({ name }) => name);
}

/** Claims or renews one lease. Returns false if another owner holds it. */
export async function claimLease(
  executor: Executor,
  lease: { name: string; owner: string; now: number; until: number },
): Promise<boolean> {
  const { name, owner, now, until } = lease;
  return (await claimLeases(executor, { names: [name], owner, now, forMs: until - now })).length === 1;
}

/** Returns a lease, even if it has expired. */
export async function findLease(executor: Executor, name: string): Promise<{ owner: string; until: number } | undefined> {
  const row = await executor.selectFrom('leases').select(['owner', 'until']).where('name', '=', name).executeTakeFirst();
  return row && { owner: row.owner, until: Number(row.until) };
}

/** Returns the owner of a lease, even if it has expired. The lease can't change until the end of the transaction. */
export async function findLeaseOwner(transaction: Executor, name: string): Promise<string | undefined> {
  const row = await transaction
    .selectFrom('leases')
    .select('owner')
    .where('name', '=', name)
    .$if(isPostgres(transaction), (query) => query.forShare())
    .executeTakeFirst();
  return row?.owner;
}

export async function releaseLease(executor: Executor, name: string, owner: string): Promise<void> {
  await releaseLeases(executor, [name], owner);
}

/** Releases the leases that `owner` still holds. */
export async function releaseLeases(executor: Executor, names: readonly string[], owner: string): Promise<void> {
  if (names.length === 0) return;
  await executor.deleteFrom('leases').where('name', 'in', names).where('owner', '=', owner).execute();
}
