import { setTimeout as wait } from 'node:timers/promises';
import { startPostgres } from '../../scripts/postgres.ts';
import { howMany, type Drill, type DrillOptions } from './drill.ts';
import { openExchange } from './support/exchange.ts';
import { liveThrough } from './support/throughFaults.ts';

const FULL = 200;
const SHORT = 5;
const AT_ONCE = 50;
/** The remaining swaps start after the last kill. */
const LEAST_MET = 0.9;

/** Kills one of several servers on one PostgreSQL at a time until a kill has affected each swap. The others take over its work. */
export const processesDrill: Drill = {
  summary: `two and three servers on one PostgreSQL, one killed at a time, under ${FULL} swaps`,
  run: async (options) => {
    const count = howMany(options, { full: FULL, short: SHORT });
    const postgres = await startPostgres();
    try {
      const broken: string[] = [];
      const sizes = options.isShort ? [2] : [2, 3];
      for (const processes of sizes) {
        const url = await postgres.createDatabase();
        broken.push(...(await killInTurn(options, { processes, url, count: Math.ceil(count / sizes.length) })));
      }
      return broken;
    } finally {
      await postgres.stop();
    }
  },
};

async function killInTurn(
  options: DrillOptions,
  { processes, url, count }: { processes: number; url: string; count: number },
): Promise<string[]> {
  const name = `${processes} servers`;
  const exchange = await openExchange({ databaseUrl: url, processes });
  options.log(`${name}: ${count} customers; one of the servers after the other is killed, and comes back`);
  try {
    return await liveThrough(options, {
      exchange,
      name,
      count,
      atOnce: AT_ONCE,
      // A few swaps may end before the first kill. New ones replace them.
      keepComing: options.isShort,
      leastMet: LEAST_MET,
      disturb: async (_world, { random, isOver, meet, unmet, somebody }) => {
        for (let kill = 0; ; kill += 1) {
          await somebody();
          await wait(random.between(300, options.isShort ? 2_000 : 1_000));
          if (isOver() || unmet() === 0) return [];
          const victim = kill % processes;
          options.log(`${name}: server ${victim + 1} is killed with ${meet()} swaps under way; the others go on`);
          await exchange.hosts[victim]?.kill();
          await wait(random.between(300, 1_500));
          await exchange.hosts[victim]?.start();
        }
      },
    });
  } finally {
    await exchange.close();
  }
}
