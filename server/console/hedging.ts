import type { Hedging, Profit, ProfitInput } from '../../contract/console/hedging.ts';
import { ApiError } from '../../contract/errors.ts';
import { isoTime } from '../../contract/isoTime.ts';
import { compare, roundToDecimal, sum, type Decimal } from '../../contract/money.ts';
import type { VenueOrderRow, VenueTable } from '../db/tables/venues.ts';
import { readExposureLimits } from '../hedging/exposureLimits.ts';
import { readHedging } from '../operator/hedgingRecord.ts';
import { isMonth, readProfit } from '../reports/profit.ts';
import type { ConsoleContext } from './context.ts';
import type { NetworkSources } from './networks.ts';
import { offer } from './waiting.ts';

const LISTED_ORDERS = 50;

/** Returns what is open, what was traded in the last day, and what may be moved, as `hedging status` prints it. */
export async function readConsoleHedging(
  context: ConsoleContext,
  { pricing, venue }: Pick<NetworkSources, 'pricing' | 'venue'>,
): Promise<Hedging> {
  const { venues, positions, transfers, proposals } = await readHedging(context);
  const limits = await readExposureLimits(context.database, pricing, context.now());
  const orders = venues.flatMap(({ orders: own }) => own).toSorted((left, right) => right.created_at - left.created_at);
  const coinUsd = roundToDecimal(limits.coin, 2, 'down');
  // The coin that pays for the trades has no limit.
  const limitedUsd = ({ coin, usd }: { coin: string; usd: Decimal | null }): Decimal =>
    coin === venue?.baseCoin ? '0' : (usd?.replace('-', '') ?? '0');
  return {
    venues: venues.map(presentVenue),
    openUsd: sum(positions.map(limitedUsd)),
    limits: { coinUsd, totalUsd: roundToDecimal(limits.total, 2, 'down') },
    positions: positions.map((position) => ({
      ...position,
      isAtLimit: venue !== null && compare(limitedUsd(position), coinUsd) >= 0,
    })),
    orders: orders
      .slice(0, LISTED_ORDERS)
      .map(({ id, venue, created_at, coin, side, amount, filled, usd_value, state, reason }) => ({
        id,
        venue,
        at: isoTime(created_at),
        coin,
        side,
        amount,
        filled,
        usd: usd_value,
        state,
        reason,
      })),
    transfers: transfers.map(({ id, instrument_from: from, instrument_to: to, amount, sent_at, tx_hash: txHash }) => ({
      id,
      from,
      to,
      amount,
      sentAt: isoTime(sent_at),
      txHash,
      acts: [offer('lose-transfer', { id }, ['note'])],
    })),
    proposals,
  };
}

function presentVenue({ venue, orders }: { venue: VenueTable; orders: readonly VenueOrderRow[] }): Hedging['venues'][number] {
  const { name, off_at: offAt, recovery_since: recoverySince } = venue;
  const since = recoverySince ?? offAt;
  const ended = orders.filter(({ state }) => state === 'ENDED');
  const refused = orders.filter(({ state }) => state === 'REFUSED').length;
  const switchTo = (isOn: boolean) => offer('hedging', { isOn });
  return {
    name,
    state: recoverySince !== null ? 'RECOVERY' : offAt !== null ? 'OFF' : 'ON',
    since: since === null ? null : isoTime(since),
    trades: ended.length,
    tradedUsd: sum(ended.map(({ usd_value }) => usd_value)),
    refused,
    // Switching on also continues coins that were stopped after refusals.
    acts: offAt !== null ? [switchTo(true)] : refused > 0 ? [switchTo(false), switchTo(true)] : [switchTo(false)],
  };
}

/** Returns the result of a month. Throws ERR_VALIDATION for one that has not begun. */
export async function readConsoleProfit({ database, catalogue, now }: ConsoleContext, { month }: ProfitInput): Promise<Profit> {
  if (!isMonth(month, now())) throw new ApiError('ERR_VALIDATION', 'The month has not begun.', { field: 'month' });
  return await readProfit(database, catalogue, month);
}
