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
import { defineDrill } from './defineDrill.ts';
import type { DrillWorld } from './drill.ts';
import { catalogue } from './support/customer.ts';
import type { Exchange } from './support/exchange.ts';
import type { Meanwhile } from './support/throughFaults.ts';

/**
 * `understate` is left out: it is an alarm, which a drill must never see. `down` is not next to a kill: a host that has just started
 * trades nothing until the venue has answered once.
 */
const FAULTS = [
  'loseAnswers',
  'slow',
  'down',
  'partial',
  'refuse',
  'late',
  'loseRequests',
] as const satisfies readonly VenueMode[];
/** Without the fault whose orders are proven absent after half a minute only. */
const SHORT_FAULTS = ['loseAnswers', 'partial', 'late', 'down'] as const satisfies readonly VenueMode[];
const LASTS_MS = { least: 2_000, most: 6_000 };
/** A fault lasts longer until the host trades during it. It trades every few seconds. */
const LASTS_AT_MOST_MS = 2 * 60_000;
const KILLED_ONE_IN = 3;
/** The issue allows ten minutes. */
const SETTLED_WITHIN_MS = 10 * 60_000;
const LOOK_AGAIN_MS = 500;
/** What one coin may leave open at the end: the smallest order of the venue and what is booked meanwhile. */
const OPEN_USD = amount('10');

/** Breaks the exchange on which the host trades, and kills the host, while customers swap. */
export const hedgeDrill = defineDrill({
  name: 'hedge',
  summary: (swaps) =>
    `every fault of the exchange on which we trade, and kill -9 of the only server, under ${swaps} swaps, on both databases`,
  size: { full: 200, short: 4 },
  // Each swap is traded at once, so that the faults meet many orders.
  environment: { HEDGING_VENUE: 'embedded', HEDGE_FROM_USD: '1' },
  disturb: breakVenue,
  judge: judgeTrades,
});

/** Breaks the venue in each way, until the host has traded during each and they have met as many swaps as the drill has. */
async function breakVenue({ exchange, isShort, random, log, complain }: DrillWorld, swaps: Meanwhile): Promise<void> {
  const { database, hosts } = exchange;
  const { writeMode } = createEmbeddedVenueStore(database);
  const faults: readonly VenueMode[] = isShort ? SHORT_FAULTS : FAULTS;
  const traded = new Set<VenueMode>();
  for (let turn = 0; (turn < faults.length || swaps.unmet() > 0) && !swaps.isOver(); turn += 1) {
    await swaps.somebody();
    const fault = faults[turn % faults.length] ?? 'down';
    const [startedAt, lastsMs] = [Date.now(), random.between(LASTS_MS.least, isShort ? LASTS_MS.least : LASTS_MS.most)];
    await writeMode(fault);
    swaps.meet(fault);
    const orders = database.selectFrom('venue_orders').select('id').where('created_at', '>=', startedAt);
    for (let lasted = 0; lasted < lastsMs || (lasted < LASTS_AT_MOST_MS && !traded.has(fault)); lasted = Date.now() - startedAt) {
      await wait(LOOK_AGAIN_MS);
      if (await orders.executeTakeFirst()) traded.add(fault);
    }
    if ((turn % faults.length) % KILLED_ONE_IN !== 0) continue;
    log('kill -9 of the server');
    await hosts[0]?.kill();
    await hosts[0]?.start();
  }
  await writeMode('up');
  for (const fault of faults) if (!traded.has(fault)) complain(`not practised: the host traded nothing in the mode ${fault}`);
}

/** Waits until what is open was traded. */
async function judgeTrades({ exchange: { database }, log, complain }: DrillWorld): Promise<void> {
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
  log(`${placed.length} orders reached the exchange`);
  for (const one of open) complain(`still open after the faults: ${one}`);
  if (doubled > 0) complain(`${doubled} orders reached the exchange twice`);
  if (placed.length === 0) complain('nothing was traded');
  for (const { instrument, difference } of differences)
    complain(`the exchange holds ${difference} ${instrument} beyond the books`);
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
