import { setTimeout as wait } from 'node:timers/promises';
import { howMany, type Drill } from './drill.ts';
import { openExchange } from './support/exchange.ts';
import { onEachDatabase } from './support/onEachDatabase.ts';
import { liveThrough } from './support/throughFaults.ts';

const FULL = 200;
const SHORT = 5;
/** Of the first: no swap is over by then. */
const SOON_MS = 1_000;

/** The only server dies at random points of many swaps' lives, again and again. */
export const killDrill: Drill = {
  summary: `kill -9 of the only server at random points of ${FULL} swaps, on both databases`,
  run: async (options) =>
    await onEachDatabase(options, async (name, databaseUrl) => {
      const count = howMany(options, { full: FULL, short: SHORT });
      const kills = Math.max(1, Math.round(count / 12));
      const exchange = await openExchange({ databaseUrl, processes: 1 });
      try {
        const [host] = exchange.hosts;
        options.log(`${name}: ${count} customers; the server is killed up to ${kills} times`);
        return await liveThrough(options, {
          exchange,
          name,
          count,
          disturb: async (_world, { random, isOver }) => {
            for (let kill = 1; kill <= kills; kill += 1) {
              await wait(random.between(300, kill === 1 ? SOON_MS : 4_000));
              if (isOver()) return kill - 1;
              await host?.kill();
              options.log(`${name}: kill ${kill} of ${kills}`);
              await host?.start();
            }
            return kills;
          },
        });
      } finally {
        await exchange.close();
      }
    }),
};
