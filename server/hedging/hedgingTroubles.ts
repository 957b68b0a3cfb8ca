import type { Executor } from '../db/database.ts';
import { listNewestVenueOrders, listRefusedCoins, listUnresolvedVenueOrders } from '../db/repositories/venues/venueOrders.ts';
import { listVenues } from '../db/repositories/venues/venues.ts';
import type { VenueTable } from '../db/tables/venues.ts';

/** Refusals in a row after which a coin is not traded until an operator switches hedging on again. */
const MAX_REFUSALS = 3;

/** RECOVERY: the books may lack trades. STOPPED: a coin after refusals. UNRESOLVED: it is not known what became of an order. */
export const HEDGING_TROUBLES = ['RECOVERY', 'STOPPED', 'UNRESOLVED'] as const;
export type HedgingTroubles = Readonly<Record<(typeof HEDGING_TROUBLES)[number], number | null>>;

/** Returns since when a coin is not traded because the exchange refused its last orders, in ms since 1970; null: it is traded. */
export async function findStopped(
  executor: Executor,
  { name, resumed_at: since }: Pick<VenueTable, 'name' | 'resumed_at'>,
  coin: string,
): Promise<number | null> {
  const last = await listNewestVenueOrders(executor, { venue: name, coin, since, limit: MAX_REFUSALS });
  const isStopped = last.length === MAX_REFUSALS && last.every(({ state }) => state === 'REFUSED');
  return isStopped ? (last[0]?.ended_at ?? null) : null;
}

/** Returns since when each trouble has lasted at any exchange, in ms since 1970; null: it does not exist. */
export async function findHedgingTroubles(executor: Executor): Promise<HedgingTroubles> {
  const since: Record<keyof HedgingTroubles, (number | null)[]> = { RECOVERY: [], STOPPED: [], UNRESOLVED: [] };
  for (const venue of await listVenues(executor)) {
    since.RECOVERY.push(venue.recovery_since);
    since.UNRESOLVED.push((await listUnresolvedVenueOrders(executor, venue.name))[0]?.created_at ?? null);
    for (const coin of await listRefusedCoins(executor, venue.name, venue.resumed_at)) {
      since.STOPPED.push(await findStopped(executor, venue, coin));
    }
  }
  const first = (times: readonly (number | null)[]): number | null => {
    const known = times.flatMap((time) => time ?? []);
    return known.length === 0 ? null : Math.min(...known);
  };
  return { RECOVERY: first(since.RECOVERY), STOPPED: first(since.STOPPED), UNRESOLVED: first(since.UNRESOLVED) };
}
