import { findVenue, insertVenue } from '../db/repositories/venues/venues.ts';
import type { VenueTable } from '../db/tables/venues.ts';
import { bookCapital } from '../payments/capital.ts';
import { venueInstrument } from '../payments/venueInstrument.ts';
import type { HedgingContext } from './hedgingContext.ts';

/**
 * Returns the stored venue. Before its first use, books what our account there holds as our capital, as the treasuries are counted.
 * Throws VenueUnavailableError.
 */
export async function openVenue(context: Pick<HedgingContext, 'database' | 'venue' | 'signer' | 'now'>): Promise<VenueTable> {
  const { database, venue, now } = context;
  const known = await findVenue(database, venue.name);
  if (known) return known;
  const balances = await venue.balances();
  await database.transaction().execute(async (transaction) => {
    // Another process may have counted them meanwhile.
    if (!(await insertVenue(transaction, venue.name, now()))) return;
    await bookCapital(context, transaction, () =>
      Promise.resolve(
        [...balances].map(([coin, amount]) => ({
          instrument: venueInstrument(coin, venue.name),
          amount,
          note: 'counted at the first use',
        })),
      ),
    );
  });
  const opened = await findVenue(database, venue.name);
  if (!opened) throw new Error(`the venue ${venue.name} was not stored`);
  return opened;
}
