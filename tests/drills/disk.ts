import { spawnSync } from 'node:child_process';
import { setTimeout as wait } from 'node:timers/promises';
import { howMany, type Drill, type DrillOptions } from './drill.ts';
import { Refusal } from './support/callApi.ts';
import { create, planLives, type Plan, type World } from './support/customer.ts';
import { openExchange, type Exchange } from './support/exchange.ts';
import { liveThrough } from './support/throughFaults.ts';

const FULL = 60;
const SHORT = 4;
const FULL_FOR_MS = 4_000;
const ROUNDS = 3;
const SHORT_ROUNDS = 1;
const NAME = 'disk';

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
        disturb: async (world, random) => {
          for (const plan of planLives(options.isShort ? SHORT_ROUNDS : ROUNDS, random)) {
            await wait(2_000);
            notHonest.push(...(await fillDisk(options, exchange, world, { ...plan, number: count + plan.number })));
          }
        },
      });
      return [...notHonest, ...broken];
    } finally {
      await exchange.close();
    }
  },
};

/** A swap that is asked for meanwhile is refused with an honest 503: a success would be a promise that is written nowhere. */
async function fillDisk({ log }: DrillOptions, exchange: Exchange, world: World, plan: Plan): Promise<string[]> {
  const [host] = exchange.hosts;
  if (!host) throw new Error('no host');
  limitFiles(host.pid, '1');
  log(`${NAME}: full`);
  const startedAt = Date.now();
  const answer = await create({ ...world, deadline: 0 }, plan, 'x'.repeat(43)).catch((error: unknown) => error);
  const isHonest = answer instanceof Refusal && answer.status === 503 && answer.code === 'ERR_SERVICE_UNAVAILABLE';
  log(`${NAME}: an order is answered after ${Date.now() - startedAt} ms with ${isHonest ? 'an honest 503' : 'something else'}`);
  await wait(FULL_FOR_MS);
  limitFiles(host.pid, 'unlimited');
  log(`${NAME}: room again`);
  if (isHonest) return [];
  return [`without room a server says ${answer instanceof Error ? answer.message : 'that an order is made'}`];
}

function limitFiles(pid: number, most: string): void {
  const { status, stderr, error } = spawnSync('prlimit', ['--pid', String(pid), `--fsize=${most}:unlimited`], {
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`prlimit (Debian: util-linux) is needed for this drill: ${error?.message ?? stderr}`);
}
