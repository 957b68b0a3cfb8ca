import { setTimeout as wait } from 'node:timers/promises';
import type { Drill, DrillDatabase, DrillOptions } from './drill.ts';
import { judgeLives, liveAll } from './support/crowd.ts';
import { planLives } from './support/customer.ts';
import { openExchange } from './support/exchange.ts';
import { createRandom } from './support/random.ts';
import { onEachDatabase } from './support/onEachDatabase.ts';

const FULL = 200;
const AT_ONCE = 25;
const PATIENCE_MS = 15 * 60_000;

/** The server dies at random points of many swaps' lives, again and again. */
export const killDrill: Drill = {
  summary: `kill -9 of the only server at random points of ${FULL} swaps, on both databases; none lost, none paid twice`,
  run: async (options) => await onEachDatabase(options, (database, databaseUrl) => kill(options, database, databaseUrl)),
};

async function kill(options: DrillOptions, name: DrillDatabase, databaseUrl: string | null): Promise<string[]> {
  const { log } = options;
  const count = options.orders ?? FULL;
  const random = createRandom(options.seed);
  const exchange = await openExchange({ databaseUrl, processes: 1 });
  const broken = new Set<string>();
  try {
    const [host] = exchange.hosts;
    if (!host) throw new Error('no host');
    const kills = Math.max(2, Math.round(count / 12));
    log(`${name}: ${count} customers, ${AT_ONCE} at a time; the server is killed ${kills} times`);
    const world = { exchange, deadline: Date.now() + PATIENCE_MS, complain: (one: string) => void broken.add(one) };
    let ended = 0;
    const crowd = liveAll(world, planLives(count, random), { atOnce: AT_ONCE, onEnd: (so) => (ended = so) });
    let isOver = false;
    const over = crowd.finally(() => (isOver = true));
    for (let kill = 1; kill <= kills; kill += 1) {
      await wait(random.between(300, 4_000));
      if (isOver) break;
      await host.kill();
      log(`${name}: kill ${kill} of ${kills}; ${ended} of ${count} swaps had ended`);
      await host.start();
    }
    const lives = await over;
    log(`${name}: ${lives.length} of ${count} swaps ended, ${refunds(lives)} of them by a refund`);
    return [...broken, ...(await judgeLives(exchange, lives))];
  } finally {
    await exchange.close();
  }
}

const refunds = (lives: Awaited<ReturnType<typeof liveAll>>): number =>
  lives.filter(({ order }) => order.orderEvents.some(({ kind }) => kind === 'REFUND_COMPLETED')).length;
