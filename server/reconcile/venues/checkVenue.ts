import { amount, ZERO } from '../../../contract/money.ts';
import { listSentVenueTransfers } from '../../db/repositories/venues/venueTransfers.ts';
import { findVenue } from '../../db/repositories/venues/venues.ts';
import { compareBalances } from '../../hedging/compareBalances.ts';
import type { LiquidityVenue } from '../../ports/venue/liquidityVenue.ts';
import { alarm, notice, type Difference, type ReconcileContext } from '../difference.ts';

const DAY_MS = 24 * 3_600_000;

/** Compares what our account at the exchange holds with the ledger (D71), and lists what has been on its way for a day. Throws VenueUnavailableError. */
export async function checkVenue(
  { database, now }: Pick<ReconcileContext, 'database' | 'now'>,
  venue: LiquidityVenue,
): Promise<Difference[]> {
  const { name } = venue;
  // Its balances are not counted yet.
  if (!(await findVenue(database, name))) return [];
  const late = (await listSentVenueTransfers(database)).filter((row) => row.venue === name && now() - row.sent_at >= DAY_MS);
  const differing = (await compareBalances(database, venue)).map(({ instrument, balance, difference }) => {
    const isLess = amount(difference).lt(ZERO);
    const advice = isLess ? 'Check its trades and withdrawals. If you withdrew it yourself' : 'If you deposited it yourself';
    return (isLess ? alarm : notice)(
      `venue:${name}:${instrument}`,
      `our account at ${name} holds ${isLess ? 'less' : 'more'} than the ledger says`,
      `${difference} ${instrument} of ${balance}`,
      `${advice}: npm run operator -- capital ${instrument} ${difference} NOTE.`,
    );
  });
  return [
    ...differing,
    ...late.map(({ id, amount: size, instrument_from: from, tx_hash: hash }) =>
      notice(
        `moved:${id}`,
        `a transfer between the treasury and ${name} has not arrived for a day`,
        `${size} ${from}, transaction ${hash ?? 'not known'}`,
        `Look it up at ${name}. If the host can't match it: npm run operator -- hedging lost ${id} NOTE, then book what arrived with capital.`,
      ),
    ),
  ];
}
