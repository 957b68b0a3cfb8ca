import { readNewestFills } from '../db/repositories/venues/venueFills.ts';
import { listUnresolvedVenueOrders } from '../db/repositories/venues/venueOrders.ts';
import { endVenueRecovery } from '../db/repositories/venues/venues.ts';
import type { VenueTable } from '../db/tables/venues.ts';
import type { NetworkLease } from '../payments/networkLeases.ts';
import { compareBalances } from './compareBalances.ts';
import { bookFills } from './venueBooks.ts';
import type { HedgingContext } from './hedgingContext.ts';

/** The exchange may list a fill with an earlier time than one that was booked before. In ms */
const OVERLAP_MS = 3_600_000;

/**
 * Brings books up to date that may lack trades (D73): books all fills since the newest one of each coin. Ends RECOVERY, and returns true,
 * when no order is unresolved and our account holds exactly what the ledger says. The round books transfers
 * before; an operator explains the difference that others leave. Throws VenueUnavailableError.
 */
export async function recoverVenue(
  { database, venue, now, log }: Pick<HedgingContext, 'database' | 'venue' | 'now' | 'log'>,
  lease: NetworkLease,
  { name, opened_at: openedAt, recovery_since: since }: VenueTable,
): Promise<boolean> {
  if (since === null) return true;
  const newest = await readNewestFills(database, name);
  for (const { coin } of await venue.markets()) {
    const fills = await venue.fills(coin, (newest.get(coin) ?? openedAt) - OVERLAP_MS);
    if (fills.length === 0) continue;
    const booked = await database.transaction().execute(async (transaction) => {
      await lease.assertHeld(transaction);
      return await bookFills(transaction, venue, fills, now());
    });
    if (booked > 0) log.warn({ venue: name, coin, fills: booked }, 'RECOVERY: fills that the books did not have are booked');
  }
  if ((await listUnresolvedVenueOrders(database, name)).length > 0) return false;
  if ((await compareBalances(database, venue)).length > 0) return false;
  const hasEnded = await endVenueRecovery(database, name, since);
  if (hasEnded) log.warn({ venue: name }, 'RECOVERY has ended: our account at the exchange holds what the books say');
  return hasEnded;
}
