import type { Executor } from '../../database.ts';
import type { VenueFillRow } from '../../tables/venues.ts';

/** Inserts a fill. Returns false if it is known. */
export async function insertVenueFill(executor: Executor, fill: VenueFillRow): Promise<boolean> {
  const inserted = await executor
    .insertInto('venue_fills')
    .values(fill)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return inserted.numInsertedOrUpdatedRows === 1n;
}

export async function listFillsOfVenueOrder(executor: Executor, venue: string, venueOrderId: string): Promise<VenueFillRow[]> {
  return await executor
    .selectFrom('venue_fills')
    .selectAll()
    .where('venue', '=', venue)
    .where('venue_order_id', '=', venueOrderId)
    .execute();
}

/** Returns the fills with these ids, of all venues. */
export async function listFillsById(executor: Executor, ids: readonly string[]): Promise<VenueFillRow[]> {
  if (ids.length === 0) return [];
  return await executor.selectFrom('venue_fills').selectAll().where('id', 'in', ids).execute();
}

/** Returns coin → the time of its newest booked fill, in ms since 1970. */
export async function readNewestFills(executor: Executor, venue: string): Promise<Map<string, number>> {
  const rows = await executor
    .selectFrom('venue_fills')
    .select((select) => ['coin', select.fn.max('filled_at').as('newest')])
    .where('venue', '=', venue)
    .groupBy('coin')
    .execute();
  return new Map(rows.map(({ coin, newest }) => [coin, Number(newest)]));
}
