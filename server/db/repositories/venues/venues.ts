import type { Executor } from '../../database.ts';
import type { VenueTable } from '../../tables/venues.ts';

export async function findVenue(executor: Executor, name: string): Promise<VenueTable | undefined> {
  return await executor.selectFrom('venues').selectAll().where('name', '=', name).executeTakeFirst();
}

/** Stores a venue whose balances were counted. Returns false if it is stored already. */
export async function insertVenue(executor: Executor, name: string, openedAt: number): Promise<boolean> {
  const inserted = await executor
    .insertInto('venues')
    .values({ name, opened_at: openedAt, recovery_since: null, off_at: null, resumed_at: 0, transfers_since: openedAt })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return inserted.numInsertedOrUpdatedRows === 1n;
}

/** Ends the RECOVERY that began at `since`. Returns false if it has ended or begun again. */
export async function endVenueRecovery(executor: Executor, name: string, since: number): Promise<boolean> {
  const updated = await executor
    .updateTable('venues')
    .set({ recovery_since: null })
    .where('name', '=', name)
    .where('recovery_since', '=', since)
    .executeTakeFirst();
  return updated.numUpdatedRows === 1n;
}

export async function listVenues(executor: Executor): Promise<VenueTable[]> {
  return await executor.selectFrom('venues').selectAll().orderBy('name').execute();
}

/** Switches all venues. Returns how many these are. */
export async function switchVenues(
  executor: Executor,
  changes: Partial<Pick<VenueTable, 'off_at' | 'resumed_at'>>,
): Promise<number> {
  const updated = await executor.updateTable('venues').set(changes).executeTakeFirst();
  return Number(updated.numUpdatedRows);
}

/** Puts every venue into RECOVERY (D73): nothing is traded until the books have all trades. */
export async function enterVenueRecovery(executor: Executor, at: number): Promise<void> {
  await executor.updateTable('venues').set({ recovery_since: at }).execute();
}
