import { add, amount, compare, round, subtract, toDecimal, ZERO, type Amount, type Decimal } from '../../contract/money.ts';
import { repeat } from '../common/repeat.ts';
import type { Logger } from '../common/log.ts';
import type { Database } from '../db/database.ts';
import { listUnresolvedVenueOrders } from '../db/repositories/venues/venueOrders.ts';
import type { Closures, Side } from '../instruments/availability.ts';
import type { Catalogue } from '../instruments/catalogue.ts';
import type { LiquidityVenue } from '../ports/venue/liquidityVenue.ts';
import type { PricingConfiguration } from '../pricing/configuration.ts';
import type { Trading } from '../pricing/terms.ts';
import { readExposureLimits } from './exposureLimits.ts';
import { readPositions, type Position } from './positions.ts';

export interface ExposureOptions {
  database: Database;
  catalogue: Catalogue;
  /** Without one, nothing is limited: nothing would ever close the positions. */
  venue: LiquidityVenue | null;
  usdPrice: (coin: string) => Decimal | undefined;
  /** One largest order is always allowed. */
  pricing: Pick<PricingConfiguration, 'maximumUsd'>;
  log: Logger;
  now?: () => number;
}

/** Limits how much of each coin is open (D71), on every host that shares the database. */
export interface Exposure extends Closures, Trading {
  /** Rejects when the database does; then what is known stays. */
  read(): Promise<void>;
  /** Reads every five seconds. Resolves after the first reading. */
  start(): Promise<() => Promise<void>>;
}

const EVERY_MS = 5_000;
const MARKETS_EVERY_MS = 10 * 60_000;
/** What the side that adds to a position costs in addition, in percent, from half of its limit on */
const SURCHARGE_PERCENT = '0.3';
const HALF = amount('0.5');

/** What a side that adds to a position may still add */
interface Room {
  isFull: boolean;
  /** In whole USD; null: at least the largest order, or the side is closed */
  room: Decimal | null;
}

/** How full the limit of a coin is */
interface Load extends Room {
  /** The side that would add to its position */
  side: Side;
  isHalfFull: boolean;
}

export function createExposure(options: ExposureOptions): Exposure {
  const { database, catalogue, venue, usdPrice, pricing, log, now = Date.now } = options;
  const listeners = new Set<() => void>();
  let loaded: ReadonlyMap<string, Load> = new Map();
  /** Of coins without a position: both of their sides would add one. */
  let rest: Room = { isFull: false, room: null };
  let fees: ReadonlyMap<string, Decimal> = new Map();
  let feesReadAt = Number.NEGATIVE_INFINITY;

  const readFees = async (): Promise<void> => {
    if (!venue || now() - feesReadAt < MARKETS_EVERY_MS) return;
    try {
      fees = new Map((await venue.markets()).map(({ coin, takerPercent }) => [coin, takerPercent]));
      feesReadAt = now();
    } catch (error) {
      log.warn({ err: error, venue: venue.name }, 'the fees of the exchange could not be read; the last known ones apply');
    }
  };

  const valueOf = (coin: string, { booked, committed, expected }: Position, limit: Amount): Decimal => {
    const price = usdPrice(coin);
    if (price === undefined) return '0';
    const inMempool = amount(expected).times(amount(price));
    // A deposit that is never mined costs its sender nothing. However often it is repeated, it must not close a coin to others.
    const most = limit.times(HALF);
    const counted = inMempool.abs().lte(most) ? inMempool : inMempool.gt(ZERO) ? most : ZERO.minus(most);
    return toDecimal(amount(add(booked, committed)).times(amount(price)).plus(counted));
  };

  const readValues = async (exchange: LiquidityVenue, limit: Amount): Promise<Map<string, Decimal>> => {
    const positions = await readPositions(database, catalogue);
    positions.delete(exchange.baseCoin);
    const values = new Map([...positions].map(([coin, position]) => [coin, valueOf(coin, position, limit)]));
    // It is not known whether these were traded: the worse is assumed.
    for (const { coin, side, usd_value: value } of await listUnresolvedVenueOrders(database, exchange.name)) {
      const open = values.get(coin) ?? '0';
      const ifTraded = side === 'BUY' ? add(open, value) : subtract(open, value);
      if (amount(ifTraded).abs().gt(amount(open).abs())) values.set(coin, ifTraded);
    }
    return values;
  };

  const roomIn = (room: Amount): Room => {
    const isFull = room.lte(ZERO);
    return { isFull, room: isFull || room.gte(amount(pricing.maximumUsd)) ? null : toDecimal(round(room, 0, 'down')) };
  };

  const read = async (): Promise<void> => {
    if (!venue) return;
    await readFees();
    const limits = await readExposureLimits(database, pricing, now());
    const values = await readValues(venue, limits.coin);
    const total = [...values.values()].reduce((all, value) => all.plus(amount(value).abs()), ZERO);
    // An order leaves two coins open: each may add half of what all together still may.
    const sharedRoom = limits.total.minus(total).times(HALF);
    const next = new Map<string, Load>();
    for (const [coin, value] of values) {
      const open = amount(value).abs();
      if (open.eq(ZERO)) continue;
      const coinRoom = limits.coin.minus(open);
      const room = roomIn(coinRoom.lt(sharedRoom) ? coinRoom : sharedRoom);
      next.set(coin, {
        ...room,
        // What customers send adds to a position that is long, and what they receive to one that is short.
        side: compare(value, '0') > 0 ? 'send' : 'receive',
        isHalfFull: room.isFull || open.gte(limits.coin.times(HALF)),
      });
    }
    const before = closedBy(loaded, rest);
    loaded = next;
    rest = roomIn(sharedRoom);
    const closed = closedBy(loaded, rest);
    if (closed === before) return;
    log.warn({ closed }, 'hedging: the sides of coins that are closed by their limit have changed');
    for (const listener of listeners) listener();
  };

  /** Returns what a side of a coin may still add; null: it adds to no position that is limited. */
  const roomFor = (coin: string | undefined, side: Side): Room | null => {
    if (coin === undefined || coin === venue?.baseCoin) return null;
    const load = loaded.get(coin);
    return load === undefined ? rest : load.side === side ? load : null;
  };

  return {
    reasonFor: (slug, _network, side) => {
      const coin = catalogue.instruments.get(slug)?.marketSymbol;
      return roomFor(coin, side)?.isFull === true ? 'EXPOSURE_LIMIT' : null;
    },
    onChange: (listener) => {
      listeners.add(listener);
    },
    costOf: (coin, side) => {
      const fee = fees.get(coin) ?? '0';
      const load = loaded.get(coin);
      return load?.isHalfFull && load.side === side ? add(fee, SURCHARGE_PERCENT) : fee;
    },
    roomOf: (coin, side) => roomFor(coin, side)?.room ?? null,
    read,
    start: async () => {
      if (!venue) return async () => undefined;
      await read();
      const onError = (error: unknown): void =>
        log.warn({ err: error }, 'the open positions could not be read; what was read last applies');
      return repeat(read, { pauseMs: EVERY_MS, pausesFirst: true, onError });
    },
  };
}

function closedBy(loaded: ReadonlyMap<string, Load>, rest: Room): string {
  const coins = [...loaded].flatMap(([coin, { side, isFull }]) => (isFull ? `${coin} ${side}` : []));
  return [...coins, ...(rest.isFull ? ['coins without a position'] : [])].join(', ');
}
