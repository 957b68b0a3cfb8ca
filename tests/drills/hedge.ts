import { setTimeout as wait } from 'node:timers/promises';
import { amount } from '../../contract/money.ts';
import { listTrustedPrices } from '../../server/db/repositories/marketPrices.ts';
import { createEmbeddedVenueStore } from '../../server/db/repositories/venues/embeddedVenue.ts';
import { listUnresolvedVenueOrders } from '../../server/db/repositories/venues/venueOrders.ts';
import { listVenues, switchVenues } from '../../server/db/repositories/venues/venues.ts';
import { compareBalances } from '../../server/hedging/compareBalances.ts';
import { readPositions } from '../../server/hedging/positions.ts';
import { createEmbeddedVenue } from '../../server/ports/venue/embedded/embeddedVenue.ts';
import type { VenueMode } from '../../server/ports/venue/venueControls.ts';
import { howMany, type Drill, type DrillOptions } from './drill.ts';
import { catalogue } from './support/customer.ts';
import { openExchange, type Exchange } from './support/exchange.ts';
import { onEachDatabase } from './support/onEachDatabase.ts';
import { liveThrough, type Meanwhile } from './support/throughFaults.ts';

const FULL = 200;
const SHORT = 4;
/** `understate` is left out: it is an alarm, which a drill must never see. */
const FAULTS = [
  'down',
  'slow',
  'loseAnswers',
  'partial',
  'refuse',
  'late',
  'loseRequests',
] as const satisfies readonly VenueMode[];
/** Without the fault whose orders are proven absent after half a minute only. */
const SHORT_FAULTS = ['loseAnswers', 'partial', 'late', 'down'] as const satisfies readonly VenueMode[];
const LASTS_MS = { least: 2_000, most: 6_000 };
const KILLED_ONE_IN = 3;
/** The issue allows ten minutes. */
const SETTLED_WITHIN_MS = 10 * 60_000;
const LOOK_AGAIN_MS = 500;
/** What one coin may leave open at the end: the smallest order of the venue and what is booked meanwhile. */
const OPEN_USD = amount('10');
/** Each exchange is traded at once, so that the faults meet many orders. */
const ENVIRONMENT = { HEDGING_VENUE: 'embedded', HEDGE_FROM_USD: '1' };

/** Breaks the exchange on which the host trades, and kills the host, while customers swap. */
export const hedgeDrill: Drill = {
  summary: `every fault of the exchange on which we trade, and kill -9 of the only server, under ${FULL} swaps, on both databases`,
  run: async (options) => {
    const count = howMany(options, { full: FULL, short: SHORT });
    return await onEachDatabase(options, async (name, databaseUrl) => {
      const exchange = await openExchange({ databaseUrl, processes: 1, environment: ENVIRONMENT });
      try {
        options.log(`${name}: ${count} customers; the exchange fails in every way`);
        const disturb = async (_world: unknown, meanwhile: Meanwhile) => await breakVenue(options, exchange, name, meanwhile);
        const broken = await liveThrough(options, { exchange, name, count, keepComing: options.isShort, disturb });
        return [...broken, ...(await judgeTrades(options, exchange, name))];
      } finally {
        await exchange.close();
      }
    });
  },
};

async function breakVenue(
  { isShort, log }: DrillOptions,
  { database, hosts: [host] }: Exchange,
  name: string,
  { random, isOver, meet, somebody }: Meanwhile,
): Promise<string[]> {
  const { writeMode } = createEmbeddedVenueStore(database);
  const faults = isShort ? SHORT_FAULTS : FAULTS;
  for (let turn = 0; !isOver() && (!isShort || turn < faults.length); turn += 1) {
    await somebody();
    const fault = faults[turn % faults.length] ?? 'down';
    await writeMode(fault);
    log(`${name}: ${fault}, with ${meet()} swaps under way`);
    await wait(isShort ? LASTS_MS.least : random.between(LASTS_MS.least, LASTS_MS.most));
    if (turn % KILLED_ONE_IN !== 0) continue;
    await host?.kill();
    await host?.start();
  }
  await writeMode('up');
  return [];
}

/** Waits until what is open was traded. Returns one sentence per broken promise. */
async function judgeTrades({ log }: DrillOptions, { database }: Exchange, name: string): Promise<string[]> {
  // An operator lets the coins continue that were stopped after refusals.
  await switchVenues(database, { resumed_at: Date.now() });
  const until = Date.now() + SETTLED_WITHIN_MS;
  let open = await listOpen(database);
  for (; open.length > 0 && Date.now() < until; open = await listOpen(database)) await wait(LOOK_AGAIN_MS);
  const placed = await database.selectFrom('embedded_venue_orders').select('client_id').execute();
  const doubled = placed.length - new Set(placed.map((order) => order.client_id)).size;
  const { venue } = createEmbeddedVenue({
    store: createEmbeddedVenueStore(database),
    feed: { tick: () => undefined, symbols: () => [] },
  });
  const differences = (await listVenues(database)).length > 0 ? await compareBalances(database, venue) : [];
  log(`${name}: ${placed.length} orders reached the exchange`);
  return [
    ...open.map((one) => `${name}: still open after the faults: ${one}`),
    ...(doubled > 0 ? [`${name}: ${doubled} orders reached the exchange twice`] : []),
    ...(placed.length === 0 ? [`${name}: nothing was traded`] : []),
    ...differences.map(
      ({ instrument, difference }) => `${name}: the exchange holds ${difference} ${instrument} beyond the books`,
    ),
  ];
}

/** Returns what hedging has not finished, in words. */
async function listOpen(database: Exchange['database']): Promise<string[]> {
  const unresolved = await listUnresolvedVenueOrders(database, 'embedded');
  const prices = new Map((await listTrustedPrices(database)).map(({ symbol, price }) => [symbol, amount(price)]));
  const positions = [...(await readPositions(database, catalogue))].filter(
    ([coin, { booked }]) =>
      coin !== 'USDT' &&
      amount(booked)
        .abs()
        .times(prices.get(coin) ?? amount('0'))
        .gt(OPEN_USD),
  );
  return [...unresolved.map(({ id }) => `order ${id}`), ...positions.map(([coin, { booked }]) => `${booked} ${coin}`)];
}
