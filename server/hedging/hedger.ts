import { randomUUID } from 'node:crypto';
import { add, type Decimal } from '../../contract/money.ts';
import { createFailureLog, type FailureLog } from '../common/failureLog.ts';
import { repeat } from '../common/repeat.ts';
import type { Executor } from '../db/database.ts';
import { endVenueOrder, insertVenueOrder, listUnresolvedVenueOrders } from '../db/repositories/venues/venueOrders.ts';
import type { VenueOrderRow, VenueTable } from '../db/tables/venues.ts';
import { VENUE_PART } from '../payments/alarms.ts';
import { createNetworkLeases } from '../payments/networkLeases.ts';
import { VenueRefusedError, type VenueMarket } from '../ports/venue/liquidityVenue.ts';
import type { HedgingContext } from './hedgingContext.ts';
import { findStopped } from './hedgingTroubles.ts';
import { openVenue } from './openVenue.ts';
import { planTrade, type Trade, type TradePrice } from './planTrade.ts';
import { readPositions } from './positions.ts';
import { recoverVenue } from './recoverVenue.ts';
import { resolveOrder, resolveOrders, toOrder } from './resolveOrders.ts';
import { findExceededCap } from './turnoverCap.ts';
import { bookTransfers } from './venueTransfers.ts';

/**
 * Trades on the exchange what orders leave open (D71): a control loop that books only fills. What a partial fill, a refusal or a lost order
 * leaves open is traded in the next round. One process works on a venue at a time.
 */
export interface Hedger {
  /** Runs one round if the lease of the venue is free or held. Never rejects: failures are logged, and the next round continues. */
  tick(): Promise<void>;
  /** Runs rounds until stopped. */
  start(): () => Promise<void>;
}

const EVERY_MS = 5_000;
/** The exchange executes nothing of an order after this time, in ms. It contains the way to the exchange. */
const DEADLINE_MS = 10_000;
const MARKETS_FRESH_MS = 10 * 60_000;
const TRANSFERS_EVERY_MS = 60_000;
const HEDGING_FAILS = { failed: 'hedging fails; the next round tries again', works: 'hedging works again' };

export function createHedger(context: HedgingContext): Hedger {
  const { database, catalogue, venue, limits, now, log } = context;
  const leases = createNetworkLeases(context);
  const leaseName = `venue ${venue.name}`;
  const lease = leases.of(leaseName);
  /** Since when some of a coin is open, in ms since 1970. After a restart it is open for longer than this says. */
  const openSince = new Map<string, number>();
  let transfersReadAt = -Infinity;
  /** By what failed: the rounds, the transfers, or trades of a coin */
  const failures = new Map<string, FailureLog>();
  const failuresOf = (of: string): FailureLog => {
    const known = failures.get(of) ?? createFailureLog(log, { ...HEDGING_FAILS, of, venue: venue.name }, now);
    failures.set(of, known);
    return known;
  };
  let markets: { at: number; byCoin: ReadonlyMap<string, VenueMarket> } | null = null;

  const readMarkets = async (): Promise<ReadonlyMap<string, VenueMarket>> => {
    if (!markets || now() - markets.at >= MARKETS_FRESH_MS) {
      const byCoin = new Map((await venue.markets()).map((market) => [market.coin, market]));
      markets = { at: now(), byCoin };
    }
    return markets.byCoin;
  };

  const priceOf = (coin: string): TradePrice | null => {
    const [price, base] = [context.price(coin), context.price(venue.baseCoin)];
    return price && base && { bid: price.bid.div(base.ask), ask: price.ask.div(base.bid), usd: price.middle };
  };

  const isCapped = async (executor: Executor, { usdValue, coin }: Trade): Promise<boolean> => {
    const cap = await findExceededCap(executor, context, usdValue);
    if (cap !== null) log.error({ coin, usdValue, cap }, 'hedging: the cap of an hour or a day is reached, so nothing is traded');
    return cap !== null;
  };

  /** Stores an order; null if a cap forbids it. From then on it is placed once, by this call, or never. */
  const store = async (trade: Trade): Promise<VenueOrderRow | null> => {
    const { coin, side, amount, limit: price_limit, usdValue: usd_value } = trade;
    const at = now();
    const order: VenueOrderRow = {
      id: randomUUID(),
      venue: venue.name,
      coin,
      side,
      amount,
      price_limit,
      deadline: at + DEADLINE_MS,
      usd_value,
      state: 'UNRESOLVED',
      absent_at: null,
      venue_order_id: null,
      filled: null,
      reason: null,
      created_at: at,
      ended_at: null,
    };
    const raiseMark = await database.transaction().execute(async (transaction) => {
      await lease.assertHeld(transaction);
      if (await isCapped(transaction, trade)) return null;
      await insertVenueOrder(transaction, order);
      return await context.noteSend(transaction);
    });
    if (raiseMark === null) return null;
    await raiseMark?.();
    return order;
  };

  const place = async (trade: Trade): Promise<void> => {
    const order = await store(trade);
    if (!order || !lease.isHeld()) return;
    try {
      await venue.place(toOrder(order));
    } catch (error) {
      if (error instanceof VenueRefusedError) {
        log.warn({ err: error, order: order.id, coin: order.coin }, 'the exchange refused an order');
        await endVenueOrder(database, order.id, { state: 'REFUSED', ended_at: now(), reason: error.message });
        return;
      }
      log.warn(
        { err: error, order: order.id, coin: order.coin },
        'it is not known whether the exchange has an order; it is looked up',
      );
    }
    await resolveOrder(context, lease, order);
  };

  const hedge = async (coin: string, open: Decimal, stored: VenueTable): Promise<void> => {
    const [market, price] = [(await readMarkets()).get(coin), priceOf(coin)];
    if (!market || !price || (await findStopped(database, stored, coin)) !== null) return;
    const trade = planTrade(open, now() - (openSince.get(coin) ?? now()), { market, price, limits });
    if (!trade) return;
    await place(trade);
    // What remains, such as less than the minimum, waits again.
    openSince.set(coin, now());
  };

  const readTransfers = async (stored: VenueTable): Promise<void> => {
    if (stored.recovery_since === null && now() - transfersReadAt < TRANSFERS_EVERY_MS) return;
    transfersReadAt = now();
    try {
      await bookTransfers(context, lease, stored);
      failuresOf('transfers').worked();
    } catch (error) {
      failuresOf('transfers').failed(error);
    }
  };

  const round = async (): Promise<void> => {
    await leases.claim([leaseName]);
    if (!lease.isHeld()) return;
    const stored = await openVenue(context);
    await resolveOrders(context, lease);
    await readTransfers(stored);
    if (stored.recovery_since !== null && !(await recoverVenue(context, lease, stored))) return;
    if (stored.off_at !== null || context.alarmSince([VENUE_PART]) !== null) return;
    const unresolved = new Set((await listUnresolvedVenueOrders(database, venue.name)).map(({ coin }) => coin));
    const positions = await readPositions(database, catalogue);
    for (const coin of openSince.keys()) if (!positions.has(coin)) openSince.delete(coin);
    for (const [coin, { booked, committed }] of positions) {
      if (!openSince.has(coin)) openSince.set(coin, now());
      if (coin === venue.baseCoin || unresolved.has(coin)) continue;
      // A round with slow answers takes longer than the lease lasts.
      await leases.claim([leaseName]);
      if (!lease.isHeld()) return;
      try {
        await hedge(coin, add(booked, committed), stored);
        failuresOf(coin).worked();
      } catch (error) {
        failuresOf(coin).failed(error);
      }
    }
  };

  const tick = async (): Promise<void> => {
    try {
      await round();
      failuresOf('rounds').worked();
    } catch (error) {
      failuresOf('rounds').failed(error);
    }
  };

  return {
    tick,
    start: () => {
      const stop = repeat(tick, { pauseMs: EVERY_MS, onError: () => undefined });
      return async () => {
        await stop();
        await leases.release();
      };
    },
  };
}
