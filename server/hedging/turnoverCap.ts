import { amount, toDecimal, ZERO, type Amount, type Decimal } from '../../contract/money.ts';
import type { Executor } from '../db/database.ts';
import { listDeskLines } from '../db/repositories/venues/hedgedLines.ts';
import { listVenueOrders } from '../db/repositories/venues/venueOrders.ts';
import type { VenueOrderRow } from '../db/tables/venues.ts';
import { readExposureLimits } from './exposureLimits.ts';
import type { HedgingContext } from './hedgingContext.ts';

const HOUR_MS = 3_600_000;
const WINDOWS_MS = [HOUR_MS, 24 * HOUR_MS];
/** How many times what customers exchanged may be traded. Each exchange leaves two coins open. */
const MOST_TIMES = amount('3');

/**
 * Returns the cap that a trade would exceed, in USD; null: none. Within an hour and within a day, trades are worth at most three times what
 * customers exchanged in that time. Three times the limit of all open positions are always allowed: after an exchange was down, what is
 * open must be closed although nobody exchanges any more.
 */
export async function findExceededCap(
  executor: Executor,
  { catalogue, venue, pricing, price, now }: Pick<HedgingContext, 'catalogue' | 'venue' | 'pricing' | 'price' | 'now'>,
  usdValue: Decimal,
): Promise<Decimal | null> {
  const least = (await readExposureLimits(executor, pricing, now())).total;
  for (const window of WINDOWS_MS) {
    const since = now() - window;
    const orders = await listVenueOrders(executor, venue.name, since);
    const traded = orders.reduce((total, order) => total.plus(tradedBy(order)), amount(usdValue));
    if (traded.lte(least.times(MOST_TIMES))) continue;
    const exchanged = await readExchanged(since);
    const cap = (exchanged.gt(least) ? exchanged : least).times(MOST_TIMES);
    if (traded.gt(cap)) return toDecimal(cap);
  }
  return null;

  /** Returns what an order traded, or may have traded, in USD. What was not filled cost nothing, and is traded again. */
  function tradedBy({ state, usd_value: value, amount: size, filled }: VenueOrderRow): Amount {
    if (state === 'UNRESOLVED') return amount(value);
    return state === 'ENDED' && filled !== null ? amount(value).times(amount(filled)).div(amount(size)) : ZERO;
  }

  /** Returns what customers exchanged: the larger of what they sent and what they received. */
  async function readExchanged(since: number): Promise<Amount> {
    let [sent, received] = [ZERO, ZERO];
    for (const { instrument, amount: booked } of await listDeskLines(executor, since)) {
      const coin = catalogue.instruments.get(instrument)?.marketSymbol;
      const value = amount(booked).times((coin === undefined ? null : price(coin))?.middle ?? ZERO);
      if (value.lt(ZERO)) sent = sent.minus(value);
      else received = received.plus(value);
    }
    return sent.gt(received) ? sent : received;
  }
}
