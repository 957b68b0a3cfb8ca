import { spawnSync } from 'node:child_process';
import { setTimeout as wait } from 'node:timers/promises';
import { howMany, type Drill, type DrillOptions } from './drill.ts';
import { create, planLife, type Plan, type World } from './support/customer.ts';
import { openExchange, type Exchange } from './support/exchange.ts';
import { refusesHonestly } from './support/honesty.ts';
import { liveThrough } from './support/throughFaults.ts';

const FULL = 60;
const SHORT = 4;
const FULL_FOR_MS = 4_000;
const ROUNDS = 3;
const SHORT_ROUNDS = 1;
const NAME = 'disk';
/** Numbers above those of all customers */
const STRANGER = 1_000_000;

/**
 * Nothing can be written to the embedded database's disk. A limit on the process' files stands for it (prlimit of
 * util-linux): it needs no rights, and is lifted while the server runs, as room is made.
 */
export const diskDrill: Drill = {
  summary: `no room for the embedded database to grow, three times, under ${FULL} swaps: honest 503s, and on it goes when there is room`,
  run: async (options) => {
    const count = howMany(options, { full: FULL, short: SHORT });
    const exchange = await openExchange({ databaseUrl: null, processes: 1 });
    try {
      options.log(`${NAME}: ${count} customers, one server`);
      const notHonest: string[] = [];
      const broken = await liveThrough(options, {
        exchange,
        name: NAME,
        count,
        keepComing: true,
        disturb: async (world, { random, meet, somebody }) => {
          const unpractised: string[] = [];
          for (let round = 1; round <= (options.isShort ? SHORT_ROUNDS : ROUNDS); round += 1) {
            await wait(2_000);
            await somebody();
            if (meet() === 0) unpractised.push(`no room, for the ${round}. time`);
            notHonest.push(...(await fillDisk(options, exchange, world, planLife(STRANGER + round, random))));
          }
          return unpractised;
        },
      });
      return [...notHonest, ...broken];
    } finally {
      await exchange.close();
    }
  },
};

/** Fills the disk. A swap that is requested meanwhile must be rejected. */
async function fillDisk({ log }: DrillOptions, exchange: Exchange, world: World, plan: Plan): Promise<string[]> {
  const [host] = exchange.hosts;
  if (!host) throw new Error('no host');
  limitFiles(host.pid, '1');
  log(`${NAME}: full`);
  const broken = await refusesHonestly({ ...world, fault: `${NAME}: without room`, log }, () =>
    create({ ...world, deadline: 0 }, plan, 'x'.repeat(43)),
  );
  await wait(FULL_FOR_MS);
  limitFiles(host.pid, 'unlimited');
  log(`${NAME}: room again`);
  return broken;
}

function limitFiles(pid: number, most: string): void {
  const { status, stderr, error } = spawnSync('prlimit', ['--pid', String(pid), `--fsize=${most}:unlimited`], {
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`prlimit (Debian: util-linux) is needed for this drill: ${error?.message ?? stderr}`);
}
