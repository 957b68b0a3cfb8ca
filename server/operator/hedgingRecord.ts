import { add, amount, compare, roundToDecimal, type Decimal } from '../../contract/money.ts';
import { listTrustedPrices } from '../db/repositories/marketPrices.ts';
import { listVenueOrders } from '../db/repositories/venues/venueOrders.ts';
import { listSentVenueTransfers } from '../db/repositories/venues/venueTransfers.ts';
import { listVenues } from '../db/repositories/venues/venues.ts';
import type { VenueOrderRow, VenueTable, VenueTransferRow } from '../db/tables/venues.ts';
import { readPositions } from '../hedging/positions.ts';
import { proposeTransfers, type Proposal } from '../hedging/rebalancing.ts';
import type { OperatorContext } from './operatorContext.ts';

const DAY_MS = 24 * 3_600_000;

/** What operators see of hedging (D71). */
export interface HedgingRecord {
  venues: { venue: VenueTable; orders: VenueOrderRow[] }[];
  /** What is between the treasury and an exchange, oldest first */
  transfers: VenueTransferRow[];
  /** Of the coins that were traded in the last day and of which nothing is on its way */
  proposals: Proposal[];
  positions: { coin: string; booked: Decimal; committed: Decimal; usd: Decimal | null }[];
}

/** Returns the open positions, the largest first, the orders of the last day at each exchange, transfers on their way, and proposed ones. */
export async function readHedging({ database, catalogue, now }: OperatorContext): Promise<HedgingRecord> {
  const prices = new Map((await listTrustedPrices(database)).map(({ symbol, price }) => [symbol, price]));
  const positions = [...(await readPositions(database, catalogue))].map(([coin, { booked, committed }]) => {
    const price = prices.get(coin);
    const open = amount(add(booked, committed));
    return { coin, booked, committed, usd: price === undefined ? null : roundToDecimal(open.times(amount(price)), 2, 'down') };
  });
  const size = ({ usd }: { usd: Decimal | null }): Decimal => usd?.replace('-', '') ?? '0';
  const venues = [];
  for (const venue of await listVenues(database)) {
    venues.push({ venue, orders: await listVenueOrders(database, venue.name, now() - DAY_MS) });
  }
  const transfers = await listSentVenueTransfers(database);
  const coins = new Set(venues.flatMap(({ orders }) => orders.map(({ coin }) => coin)));
  for (const { coin } of transfers) coins.delete(coin);
  const proposals = await proposeTransfers(database, catalogue, { coins, prices });
  return { venues, transfers, proposals, positions: positions.toSorted((left, right) => compare(size(right), size(left))) };
}
