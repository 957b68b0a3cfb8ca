import { setTimeout as wait } from 'node:timers/promises';
import { defineDrill } from './defineDrill.ts';
import { SWAP_NETWORKS, type DrillWorld } from './drill.ts';
import { callApi } from './support/callApi.ts';
import { networkOf, persist } from './support/customer.ts';
import { aFewPortFaults, everyFaultOf, everyPortFault, needs, type PortFault } from './support/portFaults.ts';
import type { Meanwhile } from './support/throughFaults.ts';

/** So many ports are broken at the same time. */
const AT_ONCE = 3;
const LASTS_MS = { least: 1_000, most: 3_000 };
/** For all faults to find a swap that needs their port */
const PATIENCE_MS = 8 * 60_000;
const LOOK_AGAIN_MS = 250;

/** Simulates every fault of the sandbox on each network and the market while customers swap. */
export const portsDrill = defineDrill({
  name: 'ports',
  summary: (swaps) => `every fault of each network and of the market, with reorgs and high fees, under ${swaps} swaps and more`,
  size: { full: 100, short: 5 },
  databases: ['sqlite'],
  networks: SWAP_NETWORKS,
  disturb: async (world, swaps) => {
    const { isShort, log } = world;
    const { real } = world.exchange;
    if (real && !real.canReplace) log(`${real.slug} has no replaced payments, so none is simulated`);
    await practise(
      world,
      swaps,
      real ? everyFaultOf(real) : isShort ? aFewPortFaults(await anyNetwork(swaps)) : everyPortFault(),
    );
    await mend(world, {});
    log('everything is mended');
  },
});

/** Ends the faults of a port, or of all. */
async function mend(world: DrillWorld, { port }: { port?: string }): Promise<void> {
  const { real } = world.exchange;
  if (real && (port === undefined || port === real.slug)) await real.faults.mend();
  if (real?.slug !== port) await persist(world, (url) => callApi(url, 'sandbox.mend', port === undefined ? {} : { port }));
}

/** Waits for an open swap and returns the network of its deposit. */
async function anyNetwork({ open, somebody }: Meanwhile): Promise<string> {
  await somebody();
  const [plan] = open();
  if (!plan) throw new Error('no swap is open');
  return networkOf(plan.from).slug;
}

/** Simulates all faults in random order, some at once, each on a port that an open swap needs. */
async function practise(world: DrillWorld, { open, meet }: Meanwhile, faults: readonly PortFault[]): Promise<void> {
  const { random, log, complain } = world;
  const until = Date.now() + PATIENCE_MS;
  const waiting = random.shuffle(faults);
  const busy = new Set<string>();
  const concerned = ({ port }: PortFault) => open().filter((plan) => needs(plan, port));
  const breakOne = async (fault: PortFault): Promise<void> => {
    const { port, words } = fault;
    busy.add(port);
    meet(`${port} ${words}`, concerned(fault));
    if (!(await fault.begin(world))) {
      log(`${port} had nothing that ${words}`);
      waiting.push(fault);
    }
    await wait(random.between(LASTS_MS.least, LASTS_MS.most));
    await mend(world, { port });
    busy.delete(port);
  };
  const work = async (): Promise<void> => {
    while (waiting.length > 0 && Date.now() < until) {
      const at = waiting.findIndex((fault) => !busy.has(fault.port) && concerned(fault).length > 0);
      const [fault] = at < 0 ? [] : waiting.splice(at, 1);
      await (fault ? breakOne(fault) : wait(LOOK_AGAIN_MS));
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  for (const { port, words } of waiting) complain(`not practised while somebody swapped: ${port} ${words}`);
}
