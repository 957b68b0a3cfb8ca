import { compare, sum } from '../../contract/money.ts';
import type { Executor } from '../db/database.ts';
import { listFillsOfVenueOrder } from '../db/repositories/venues/venueFills.ts';
import { endVenueOrder, listUnresolvedVenueOrders, noteVenueOrderAbsent } from '../db/repositories/venues/venueOrders.ts';
import type { VenueOrderRow } from '../db/tables/venues.ts';
import type { NetworkLease } from '../payments/networkLeases.ts';
import type { VenueOrder } from '../ports/venue/liquidityVenue.ts';
import { bookFills } from './venueBooks.ts';
import type { HedgingContext } from './hedgingContext.ts';

type Context = Pick<HedgingContext, 'database' | 'venue' | 'now' | 'log'>;

/** How far the clock of the exchange may be from ours, in ms. An order is absent only when the exchange says so after its deadline and this. */
const CLOCK_ALLOWANCE_MS = 10_000;
/** Time in ms after which the exchange is asked a second time. */
const SECOND_LOOK_MS = 2_000;

/** Looks up every order of which it is not known what became of it, and books its fills. A failure of one is logged. */
export async function resolveOrders(context: Context, lease: NetworkLease): Promise<void> {
  for (const order of await listUnresolvedVenueOrders(context.database, context.venue.name)) {
    try {
      await resolveOrder(context, lease, order);
    } catch (error) {
      context.log.warn({ err: error, order: order.id, coin: order.coin }, 'an order at the exchange could not be looked up');
    }
  }
}

/** Looks up one order. It ends when all its fills are booked, or when it is proven that the exchange never had it. */
export async function resolveOrder({ database, venue, now }: Context, lease: NetworkLease, row: VenueOrderRow): Promise<void> {
  const found = await venue.find(toOrder(row));
  if (found.state === 'OPEN') return;
  if (found.state === 'ABSENT') {
    const at = now();
    if (at <= row.deadline + CLOCK_ALLOWANCE_MS) return;
    if (row.absent_at === null) await noteVenueOrderAbsent(database, row.id, at);
    else if (at >= row.absent_at + SECOND_LOOK_MS) await endVenueOrder(database, row.id, { state: 'ABSENT', ended_at: at });
    return;
  }
  const { filled, venueOrderId } = found;
  const fills = compare(filled, '0') === 0 ? [] : await venue.fills(row.coin, row.created_at - CLOCK_ALLOWANCE_MS);
  await database.transaction().execute(async (transaction) => {
    await lease.assertHeld(transaction);
    await bookFills(transaction, venue, fills, now());
    // The exchange may list a fill later than it counts it.
    if (compare(await bookedOf(transaction, venue.name, venueOrderId), filled) < 0) return;
    await endVenueOrder(transaction, row.id, { state: 'ENDED', ended_at: now(), filled, venue_order_id: venueOrderId });
  });
}

async function bookedOf(executor: Executor, venue: string, venueOrderId: string) {
  return sum((await listFillsOfVenueOrder(executor, venue, venueOrderId)).map(({ amount }) => amount));
}

/** Returns a stored order as the venue knows it. */
export function toOrder({ id, coin, side, amount, price_limit: limit, deadline }: VenueOrderRow): VenueOrder {
  return { id, coin, side, amount, limit, deadline };
}
