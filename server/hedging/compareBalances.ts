import { add, amount, compare, outside, subtract, toDecimal, type Decimal } from '../../contract/money.ts';
import type { Database } from '../db/database.ts';
import { sumAccounts } from '../db/repositories/ledger.ts';
import { listSentVenueTransfers } from '../db/repositories/venues/venueTransfers.ts';
import { listUnresolvedVenueOrders } from '../db/repositories/venues/venueOrders.ts';
import { parseVenueInstrument, venueInstrument } from '../payments/venueInstrument.ts';
import type { LiquidityVenue } from '../ports/venue/liquidityVenue.ts';

/** What an unresolved order may pay or bring, of its amount at its limit: a sale may be better, a purchase has a fee. */
const ALLOWANCE = amount('1.1');

/** The least and the most of a balance that the books allow */
interface Bounds {
  least: Decimal;
  most: Decimal;
}

/** A coin of which our account holds another amount than the books allow */
export interface BalanceDifference {
  /** `BTC@kraken` */
  instrument: string;
  balance: Decimal;
  /** Negative: the account holds less */
  difference: Decimal;
}

/**
 * Compares what our account at the exchange holds with the ledger, exactly. Orders of which it is not known what became of them,
 * and transfers on their way, widen the comparison to a range. Throws VenueUnavailableError.
 */
export async function compareBalances(database: Database, venue: LiquidityVenue): Promise<BalanceDifference[]> {
  const before = await readBounds(database, venue);
  const held = await venue.balances();
  const after = await readBounds(database, venue);
  const instruments = new Set([...[...held.keys()].map((coin) => venueInstrument(coin, venue.name)), ...after.keys()]);
  return [...instruments].flatMap((instrument) => {
    const balance = held.get(parseVenueInstrument(instrument)?.coin ?? '') ?? '0';
    const difference = outside(balance, spanOf(before.get(instrument), after.get(instrument)));
    return compare(difference, '0') === 0 ? [] : { instrument, balance, difference };
  });
}

/** Returns instrument → what the ledger says, widened by what is unresolved. Reads these first: a fill is counted twice, never left out. */
async function readBounds(database: Database, { name, baseCoin }: LiquidityVenue): Promise<Map<string, Bounds>> {
  const unresolved = await listUnresolvedVenueOrders(database, name);
  const sent = await listSentVenueTransfers(database);
  const bounds = new Map<string, Bounds>();
  const change = (instrument: string, by: Bounds): void => {
    const { least, most } = bounds.get(instrument) ?? NOTHING;
    bounds.set(instrument, { least: add(least, by.least), most: add(most, by.most) });
  };
  for (const order of unresolved) {
    const [coin, base] = [venueInstrument(order.coin, name), venueInstrument(baseCoin, name)];
    const cost = toDecimal(amount(order.amount).times(amount(order.price_limit)).times(ALLOWANCE));
    const isPurchase = order.side === 'BUY';
    change(isPurchase ? coin : base, { least: '0', most: isPurchase ? order.amount : cost });
    change(isPurchase ? base : coin, { least: subtract('0', isPurchase ? cost : order.amount), most: '0' });
  }
  for (const row of sent) {
    // A deposit may be in the balance before it is booked, and a withdrawal may be listed before the balance changes.
    if (row.venue !== name) continue;
    if (row.instrument_from !== venueInstrument(row.coin, name)) {
      change(venueInstrument(row.coin, name), { least: '0', most: row.amount });
    } else if (row.tx_hash === null) change(row.instrument_from, { least: '0', most: add(row.amount, row.fee) });
  }
  for (const [instrument, total] of await sumAccounts(database, ['VENUE'])) {
    if (parseVenueInstrument(instrument)?.venue === name) change(instrument, { least: total, most: total });
  }
  return bounds;
}

function spanOf(before: Bounds = NOTHING, after: Bounds = NOTHING): Bounds {
  return {
    least: compare(before.least, after.least) < 0 ? before.least : after.least,
    most: compare(before.most, after.most) > 0 ? before.most : after.most,
  };
}

const NOTHING: Bounds = { least: '0', most: '0' };
