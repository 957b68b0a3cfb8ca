import type { Executor } from '../../database.ts';
import type { VenueOrderRow, VenueOrderState } from '../../tables/venues.ts';

/** Throws the database's error if the coin has an unresolved order. */
export async function insertVenueOrder(executor: Executor, order: VenueOrderRow): Promise<void> {
  await executor.insertInto('venue_orders').values(order).execute();
}

/** Returns the orders of which it is not known what became of them, oldest first. */
export async function listUnresolvedVenueOrders(executor: Executor, venue: string): Promise<VenueOrderRow[]> {
  return await executor
    .selectFrom('venue_orders')
    .selectAll()
    .where('venue', '=', venue)
    .where('state', '=', 'UNRESOLVED')
    .orderBy('created_at')
    .execute();
}

/** Ends an unresolved order. Returns false if it has ended. */
export async function endVenueOrder(
  executor: Executor,
  id: string,
  end: { state: Exclude<VenueOrderState, 'UNRESOLVED'>; ended_at: number } & Partial<
    Pick<VenueOrderRow, 'filled' | 'venue_order_id' | 'reason'>
  >,
): Promise<boolean> {
  const updated = await executor
    .updateTable('venue_orders')
    .set(end)
    .where('id', '=', id)
    .where('state', '=', 'UNRESOLVED')
    .executeTakeFirst();
  return updated.numUpdatedRows === 1n;
}

/** Notes that the exchange does not know an order, if that was not noted before. */
export async function noteVenueOrderAbsent(executor: Executor, id: string, at: number): Promise<void> {
  await executor
    .updateTable('venue_orders')
    .set({ absent_at: at })
    .where('id', '=', id)
    .where('state', '=', 'UNRESOLVED')
    .where('absent_at', 'is', null)
    .execute();
}

/** Returns the orders since a time (ms), newest first. */
export async function listVenueOrders(executor: Executor, venue: string, since: number): Promise<VenueOrderRow[]> {
  return await executor
    .selectFrom('venue_orders')
    .selectAll()
    .where('venue', '=', venue)
    .where('created_at', '>=', since)
    .orderBy('created_at', 'desc')
    .execute();
}

/** Returns the newest orders of a coin since a time (ms), newest first. */
export async function listNewestVenueOrders(
  executor: Executor,
  { venue, coin, since, limit }: { venue: string; coin: string; since: number; limit: number },
): Promise<VenueOrderRow[]> {
  return await executor
    .selectFrom('venue_orders')
    .selectAll()
    .where('venue', '=', venue)
    .where('coin', '=', coin)
    .where('created_at', '>=', since)
    .orderBy('created_at', 'desc')
    .limit(limit)
    .execute();
}

/** Returns the coins with refused orders since a time (ms). */
export async function listRefusedCoins(executor: Executor, venue: string, since: number): Promise<string[]> {
  const rows = await executor
    .selectFrom('venue_orders')
    .select('coin')
    .distinct()
    .where('venue', '=', venue)
    .where('created_at', '>=', since)
    .where('state', '=', 'REFUSED')
    .execute();
  return rows.map(({ coin }) => coin);
}
