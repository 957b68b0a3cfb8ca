import { spawnSync } from 'node:child_process';
import { setTimeout as wait } from 'node:timers/promises';
import { defineDrill } from './defineDrill.ts';
import type { DrillWorld } from './drill.ts';
import { create, planStranger } from './support/customer.ts';
import { refusesHonestly } from './support/honesty.ts';

const FULL_FOR_MS = 4_000;
const ROUNDS = 3;
const BETWEEN_MS = 2_000;

/**
 * Nothing can be written to the embedded database's disk. A limit on the process' files stands for it (prlimit of
 * util-linux): it needs no rights, and is lifted while the server runs, as room is made.
 */
export const diskDrill = defineDrill({
  name: 'disk',
  summary: (swaps) =>
    `no room for the embedded database to grow, three times, under ${swaps} swaps: honest 503s, and on it goes when there is room`,
  size: { full: 60, short: 4 },
  databases: ['sqlite'],
  disturb: async (world, swaps) => {
    for (let round = 1; round <= (world.isShort ? 1 : ROUNDS); round += 1) {
      await wait(BETWEEN_MS);
      await swaps.somebody();
      swaps.meet(`no room, for the ${round}. time`);
      await fillDisk(world);
    }
  },
});

/** Fills the disk. A swap that is requested meanwhile must be rejected. */
async function fillDisk(world: DrillWorld): Promise<void> {
  const [host] = world.exchange.hosts;
  if (!host) throw new Error('no host');
  limitFiles(host.pid, '1');
  await refusesHonestly(world, 'without room', () => create({ ...world, deadline: 0 }, planStranger(world.random)));
  await wait(FULL_FOR_MS);
  limitFiles(host.pid, 'unlimited');
  world.log('room again');
}

function limitFiles(pid: number, most: string): void {
  const { status, stderr, error } = spawnSync('prlimit', ['--pid', String(pid), `--fsize=${most}:unlimited`], {
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`prlimit (Debian: util-linux) is needed for this drill: ${error?.message ?? stderr}`);
}
