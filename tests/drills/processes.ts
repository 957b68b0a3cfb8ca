import { setTimeout as wait } from 'node:timers/promises';
import { startPostgres } from '../../scripts/postgres.ts';
import { howMany, type Drill, type DrillOptions } from './drill.ts';
import { openExchange } from './support/exchange.ts';
import { liveThrough } from './support/throughFaults.ts';

const FULL = 200;
const SHORT = 5;
/** Of the first: no swap is over by then. */
const SOON_MS = 1_000;

/** Several servers on one PostgreSQL; one is killed at a time, and the others take over what it did. */
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
  const kills = Math.max(options.isShort ? 1 : processes, Math.round(count / 10));
  const exchange = await openExchange({ databaseUrl: url, processes });
  options.log(`${name}: ${count} customers; up to ${kills} times one of the servers is killed, and comes back`);
  try {
    return await liveThrough(options, {
      exchange,
      name,
      count,
      disturb: async (_world, { random, isOver }) => {
        for (let kill = 0; kill < kills; kill += 1) {
          await wait(random.between(300, kill === 0 ? SOON_MS : 3_000));
          if (isOver()) return kill;
          const victim = kill % processes;
          await exchange.hosts[victim]?.kill();
          options.log(`${name}: server ${victim + 1} is killed; the others go on`);
          await wait(random.between(500, 3_000));
          await exchange.hosts[victim]?.start();
        }
        return kills;
      },
    });
  } finally {
    await exchange.close();
  }
}
