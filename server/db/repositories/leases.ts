import { sql, type RawBuilder } from 'kysely';
import type { Executor } from '../database.ts';
import { isPostgres } from '../isPostgres.ts';

/** Times are milliseconds since 1970. `now` is for SQLite; PostgreSQL goes by its own clock, since those of processes differ. */
export interface LeaseClaim {
  names: readonly string[];
  owner: string;
  now: number;
  /** How long they are wanted, in milliseconds. */
  forMs: number;
}

/** Takes, or renews, as many of the named leases as nobody else holds, by compare-and-set. Gives their names. */
export async function claimLeases(executor: Executor, { names, owner, now, forMs }: LeaseClaim): Promise<string[]> {
  if (names.length === 0) return [];
  const clock: RawBuilder<number> = isPostgres(executor)
    ? sql`(extract(epoch from clock_timestamp()) * 1000)::bigint`
    : sql.val(now);
  const until = sql<number>`${clock} + ${sql.lit(forMs)}`;
  // Sorted: two processes that want the same ones then wait for each other in one direction only.
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

/** {@link claimLeases} of one. False: another owner holds it. */
export async function claimLease(
  executor: Executor,
  lease: { name: string; owner: string; now: number; until: number },
): Promise<boolean> {
  const { name, owner, now, until } = lease;
  return (await claimLeases(executor, { names: [name], owner, now, forMs: until - now })).length === 1;
}

/** Who holds a lease, also when it has run out; until the end of the transaction nobody else can take it. */
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

/** Those that are no longer the owner's stay as they are. */
export async function releaseLeases(executor: Executor, names: readonly string[], owner: string): Promise<void> {
  if (names.length === 0) return;
  await executor.deleteFrom('leases').where('name', 'in', names).where('owner', '=', owner).execute();
}
