import { afterEach, beforeEach, expect, it } from 'vitest';
import { amount, compare, toDecimal } from '../../contract/money.ts';
import { startOrderHostOn } from '../../tests/support/orderHosts.ts';
import { listVenueOrders } from '../db/repositories/venues/venueOrders.ts';
import type { OrderHost } from '../orders/testing/orderHost.ts';
import { createRandom } from '../ports/market/embedded/random.ts';
import type { VenueMode } from '../ports/venue/venueControls.ts';
import { compareBalances } from './compareBalances.ts';
import { readPositions } from './positions.ts';
import { createHedgingOn, leaveOpen } from './testing.ts';

/** Coins of the catalogue, all at 100 USDT. */
const SLUGS = [
  'btc',
  'eth',
  'ltc',
  'xrp',
  'trx',
  'sol',
  'doge',
  'bnb',
  'ada',
  'xlm',
  'dot',
  'near',
  'algo',
  'xmr',
  'dash',
  'bch',
  'zec',
  'etc',
  'ton',
  'avax',
];
const ROUND_MS = 5_000;
/** After the deadline of an order and the allowance for clocks */
const PROVEN_MS = 21_000;

let host: OrderHost;
let coins: Map<string, string>;
let prices: Record<string, string>;
beforeEach(async () => {
  host = await startOrderHostOn('SQLite');
  const { instruments } = host.context.catalogue;
  coins = new Map(
    SLUGS.flatMap((slug) => {
      const coin = instruments.get(slug)?.marketSymbol;
      return coin === undefined ? [] : [[slug, coin]];
    }),
  );
  prices = { USDT: '1', ...Object.fromEntries([...coins.values()].map((coin) => [coin, '100'])) };
});
afterEach(async () => {
  await host.close();
});

/** Each of our orders is at the exchange at most once, and our account there holds what the books say. */
async function expectNoDoubleTrade(hedging: ReturnType<typeof createHedgingOn>): Promise<number> {
  const placed = await host.database.selectFrom('embedded_venue_orders').select('client_id').execute();
  expect(new Set(placed.map((order) => order.client_id)).size).toBe(placed.length);
  expect(await compareBalances(host.database, hedging.venue)).toEqual([]);
  return placed.length;
}

async function openUsd(): Promise<string[]> {
  const positions = await readPositions(host.database, host.context.catalogue);
  positions.delete('USDT');
  return [...positions.values()].map(({ booked }) => toDecimal(amount(booked).abs().times(amount('100'))));
}

it('trades nothing twice in 1,000 lost answers', async () => {
  const hedging = createHedgingOn(host, { prices, maximumUsd: '1000000000' });
  await hedging.hedger.tick();
  const round = async (mode: VenueMode, afterMs: number): Promise<void> => {
    await hedging.controls.setMode(mode);
    host.advanceClock(afterMs);
    await hedging.hedger.tick();
  };
  /** With the times after which what became of the orders is known */
  const faults: readonly (readonly [VenueMode, ...number[]])[] = [
    ['loseAnswers'],
    ['loseRequests', PROVEN_MS, ROUND_MS],
    ['late', ROUND_MS],
  ];
  const rounds = Math.ceil(1_000 / coins.size);
  for (let count = 0; count < rounds; count += 1) {
    for (const slug of coins.keys()) await leaveOpen(host, slug, count % 2 === 0 ? '10' : '-10');
    const [mode, ...pauses] = faults[count % faults.length] ?? ['late'];
    await round(mode, ROUND_MS);
    for (const pause of pauses) await round('up', pause);
  }
  const orders = await listVenueOrders(host.database, 'embedded', 0);
  expect(orders.length).toBeGreaterThanOrEqual(1_000);
  expect(orders.filter(({ state }) => state !== 'ENDED' && state !== 'ABSENT')).toEqual([]);
  await expectNoDoubleTrade(hedging);
});

it('closes the positions of 200 exchanges under every fault, while the process is killed again and again', async () => {
  const random = createRandom(20_261_127, 'hedging');
  const pick = <const Item>(...items: readonly Item[]): Item => items[random(items.length)] as Item;
  const modes: readonly VenueMode[] = [
    'up',
    'down',
    'slow',
    'loseRequests',
    'loseAnswers',
    'partial',
    'refuse',
    'late',
    'understate',
  ];
  const open = (kill: 'before' | 'after' | 'never') =>
    createHedgingOn(host, {
      prices,
      wrap: (venue) => ({
        ...venue,
        // A killed process never continues.
        place: async (order) => {
          if (kill !== 'before') await venue.place(order);
          if (kill !== 'never') await new Promise(() => undefined);
        },
      }),
    });
  let hedging = open('never');
  await hedging.hedger.tick();
  for (let count = 0; count < 200; count += 1) {
    await leaveOpen(host, pick(...coins.keys()), `${pick('', '-')}${6 + random(30)}`);
    await hedging.controls.setMode(pick(...modes));
    host.advanceClock(ROUND_MS);
    const kill = random(5) === 0 ? pick('before', 'after') : 'never';
    if (kill === 'never') await hedging.hedger.tick();
    else {
      const killed = open(kill);
      await host.database.deleteFrom('leases').execute();
      const running = killed.hedger.tick();
      await Promise.race([
        running,
        expect
          .poll(async () => await countUnresolved())
          .toBeGreaterThan(0)
          .catch(() => undefined),
      ]);
      await host.restart();
      hedging = open('never');
    }
  }
  await hedging.controls.setMode('up');
  await host.database.updateTable('venues').set({ resumed_at: host.context.now() }).execute();
  for (let round = 0; round < (10 * 60_000) / ROUND_MS; round += 1) {
    host.advanceClock(ROUND_MS);
    await hedging.hedger.tick();
  }
  for (const usd of await openUsd()) expect(compare(usd, '500')).toBe(-1);
  expect(await countUnresolved()).toBe(0);
  expect(await expectNoDoubleTrade(hedging)).toBeGreaterThan(50);
});

const countUnresolved = async (): Promise<number> =>
  (await listVenueOrders(host.database, 'embedded', 0)).filter(({ state }) => state === 'UNRESOLVED').length;
