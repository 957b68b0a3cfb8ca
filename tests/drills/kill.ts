import { setTimeout as wait } from 'node:timers/promises';
import { DRILL_NETWORKS, howMany, type Drill, type DrillOptions } from './drill.ts';
import { openExchange } from './support/exchange.ts';
import { onEachDatabase } from './support/onEachDatabase.ts';
import { startRealNetwork } from './support/startRealNetwork.ts';
import { liveThrough } from './support/throughFaults.ts';

const FULL = 200;
const SHORT = 5;
const AT_ONCE = 40;
/** Between two kills: shorter than a swap, and long enough for it to make progress. */
const PAUSE_MS = 6_000;
const SHORT_PAUSE_MS = 2_000;
const SLOWER_AFTER_KILLS = 5;
const LONGER_AFTER_EACH_KILL = 1.5;
const LOOK_AGAIN_MS = 100;
/** The remaining swaps start after the last kill. */
const LEAST_MET = 0.9;

/** Longer each time, so that swaps end on any machine: soon in the short form, which runs beside other tests. */
function longestPause({ isShort }: Pick<DrillOptions, 'isShort'>, kill: number): number {
  return isShort ? SHORT_PAUSE_MS * LONGER_AFTER_EACH_KILL ** kill : PAUSE_MS * (1 + kill / SLOWER_AFTER_KILLS);
}

/** Kills the only server at random points of many swaps until a kill has affected each swap, or it has ended. */
export const killDrill: Drill = {
  summary: `kill -9 of the only server at random points of ${FULL} swaps until each has met it or ended, on both databases`,
  networks: DRILL_NETWORKS,
  run: async (options) => {
    const count = howMany(options, { full: FULL, short: SHORT });
    return await onEachDatabase(options, async (name, databaseUrl) => {
      const real = await startRealNetwork(options.network);
      const exchange = await openExchange({ databaseUrl, processes: 1, real });
      try {
        const [host] = exchange.hosts;
        options.log(`${name}: ${count} customers; the server is killed again and again`);
        return await liveThrough(options, {
          exchange,
          name,
          count,
          atOnce: AT_ONCE,
          // A few swaps may end before the first kill. New ones replace them.
          keepComing: options.isShort,
          leastMet: LEAST_MET,
          disturb: async (_world, { random, isOver, meet, unmet, somebody }) => {
            for (let kill = 1; ; kill += 1) {
              // On a slow machine a host that is killed at once after each start would never create an order.
              await somebody();
              const until = Date.now() + random.between(300, Math.round(longestPause(options, kill)));
              while (Date.now() < until && !isOver()) await wait(LOOK_AGAIN_MS);
              if (isOver() || unmet() === 0) return [];
              options.log(`${name}: kill ${kill}, with ${meet()} swaps under way`);
              await host?.kill();
              await host?.start();
            }
          },
        });
      } finally {
        await exchange.close();
      }
    });
  },
};
