import { setTimeout as wait } from 'node:timers/promises';
import { defineDrill } from './defineDrill.ts';
import { SWAP_NETWORKS, type DrillWorld } from './drill.ts';
import type { Disturb } from './support/throughFaults.ts';

const LEAST_PAUSE_MS = 300;
/** Between two kills: shorter than a swap, and long enough for it to make progress. */
const PAUSE_MS = 6_000;
const SHORT_PAUSE_MS = 2_000;
const SLOWER_AFTER_KILLS = 5;
const LONGER_AFTER_EACH_KILL = 1.5;

/** Longer each time, so that swaps end on any machine: soon in the short form, which runs beside other tests. */
const longerEachTime = ({ isShort }: DrillWorld, kill: number): number =>
  isShort ? SHORT_PAUSE_MS * LONGER_AFTER_EACH_KILL ** kill : PAUSE_MS * (1 + kill / SLOWER_AFTER_KILLS);

/** Kills the only server at random points of many swaps until a kill has met so many. */
export const killDrill = defineDrill({
  name: 'kill',
  summary: (swaps) => `kill -9 of the only server at random points until ${swaps} swaps have met one, on both databases`,
  size: { full: 200, short: 5 },
  networks: SWAP_NETWORKS,
  atOnce: 40,
  disturb: killInTurn({ longestPauseMs: longerEachTime, longestAbsenceMs: 0 }),
});

/** Kills one of several servers on one PostgreSQL at a time until a kill has met so many swaps. The others take over its work. */
export const processesDrill = defineDrill({
  name: 'processes',
  summary: (swaps) => `two and three servers on one PostgreSQL, one killed at a time, until ${swaps} swaps have met a kill`,
  size: { full: 200, short: 5 },
  databases: ['postgres'],
  hosts: ({ isShort }) => (isShort ? [2] : [2, 3]),
  atOnce: 50,
  disturb: killInTurn({ longestPauseMs: ({ isShort }) => (isShort ? 2_000 : 1_000), longestAbsenceMs: 1_500 }),
});

interface Kills {
  /** Before a kill, counted from 1 */
  longestPauseMs(world: DrillWorld, kill: number): number;
  /** Between a kill and the next start */
  longestAbsenceMs: number;
}

/** Kills and starts one server after the other until a kill has met as many swaps as the drill has. */
function killInTurn({ longestPauseMs, longestAbsenceMs }: Kills): Disturb {
  return async (world, swaps) => {
    const { exchange, random, complain } = world;
    for (let kill = 1; swaps.unmet() > 0; kill += 1) {
      // On a slow machine a host that is killed at once after each start would never create an order.
      await swaps.somebody();
      await wait(random.between(LEAST_PAUSE_MS, Math.round(longestPauseMs(world, kill))));
      if (swaps.isOver()) return complain(`a kill has met ${swaps.unmet()} swaps too few`);
      const victim = exchange.hosts[kill % exchange.hosts.length];
      swaps.meet('kill -9 of a server');
      await victim?.kill();
      await wait(random.between(0, longestAbsenceMs));
      await victim?.start();
    }
  };
}
