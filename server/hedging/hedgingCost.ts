import { amount, sum, ZERO } from '../../contract/money.ts';
import { DAY_MS, dayOf } from '../common/day.ts';
import type { Executor } from '../db/database.ts';
import { listTrustedPrices } from '../db/repositories/marketPrices.ts';
import { listOrderDays } from '../db/repositories/reports/days.ts';
import { listVenueFees } from '../db/repositories/venues/hedgedLines.ts';
import type { Catalogue } from '../instruments/catalogue.ts';
import { parseVenueInstrument } from '../payments/venueInstrument.ts';

const DAYS = 7;
/** Below this sum, in USD, the fees say nothing about how the host hedges. */
const LEAST_USD = amount('100');

/**
 * Returns the fees of exchanges in the last seven whole days as a share of the fees that customers paid in them (D71); 0 while they are
 * below 100 USD, and 1 when they are all of it or more. A number: no money is computed from it.
 */
export async function readHedgingCost(
  executor: Executor,
  { instruments }: Pick<Catalogue, 'instruments'>,
  now: number,
): Promise<number> {
  const until = dayOf(now);
  const from = until - DAYS * DAY_MS;
  const prices = new Map((await listTrustedPrices(executor)).map(({ symbol, price }) => [symbol, amount(price)]));
  const cost = (await listVenueFees(executor, { from, until })).reduce((total, { instrument, amount: fee }) => {
    const coin = parseVenueInstrument(instrument)?.coin ?? instruments.get(instrument)?.marketSymbol ?? '';
    return total.plus(amount(fee).times(prices.get(coin) ?? ZERO));
  }, ZERO);
  if (cost.lt(LEAST_USD)) return 0;
  const days = await listOrderDays(executor, { from, to: until - DAY_MS });
  const income = amount(sum(days.map(({ revenue_usd }) => revenue_usd)));
  return income.gt(cost) ? Number(cost.div(income).toFixed(4)) : 1;
}
