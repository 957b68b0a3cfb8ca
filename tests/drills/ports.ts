import { setTimeout as wait } from 'node:timers/promises';
import { DRILL_NETWORKS, howMany, type Drill, type DrillOptions } from './drill.ts';
import { callApi } from './support/callApi.ts';
import { networkOf, persist, type World } from './support/customer.ts';
import { openExchange } from './support/exchange.ts';
import { aFewPortFaults, everyFaultOf, everyPortFault, needs, type PortFault } from './support/portFaults.ts';
import { startRealNetwork } from './support/startRealNetwork.ts';
import { liveThrough, type Meanwhile } from './support/throughFaults.ts';

const FULL = 100;
const SHORT = 5;
const NAME = 'ports';
/** So many ports are broken at the same time. */
const AT_ONCE = 3;
const LASTS_MS = { least: 1_000, most: 3_000 };
/** For all faults to find a swap that needs their port */
const PATIENCE_MS = 8 * 60_000;
const SHORT_PATIENCE_MS = 8 * 60_000;
const LOOK_AGAIN_MS = 250;

/** Simulates every fault of the sandbox on each network and the market while customers swap. */
export const portsDrill: Drill = {
  summary: `every fault of each network and of the market, with reorgs and high fees, under ${FULL} swaps and more`,
  networks: DRILL_NETWORKS,
  run: async (options) => {
    const count = howMany(options, { full: FULL, short: SHORT });
    const real = await startRealNetwork(options.network);
    const exchange = await openExchange({ databaseUrl: null, processes: 1, real });
    try {
      options.log(`${NAME}: ${count} customers, one server`);
      if (real && !real.canReplace) options.log(`${NAME}: ${real.slug} has no replaced payments, so none is simulated`);
      return await liveThrough(options, {
        exchange,
        name: NAME,
        count,
        keepComing: true,
        disturb: async (world, meanwhile) => {
          const faults = real
            ? everyFaultOf(real)
            : options.isShort
              ? aFewPortFaults(await anyNetwork(meanwhile))
              : everyPortFault();
          const left = await practise(options, world, meanwhile, faults);
          await mend(world, {});
          options.log(`${NAME}: everything is mended`);
          return left.map(({ port, words }) => `${port} ${words}`);
        },
      });
    } finally {
      await exchange.close();
    }
  },
};

/** Ends the faults of a port, or of all. */
async function mend(world: World, { port }: { port?: string }): Promise<void> {
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

/** Simulates all faults in random order, some at once, each on a port that an open swap needs. Returns those that affected no swap. */
async function practise(
  { log, isShort }: DrillOptions,
  world: World,
  { random, open, meet }: Meanwhile,
  faults: readonly PortFault[],
): Promise<PortFault[]> {
  const until = Date.now() + (isShort ? SHORT_PATIENCE_MS : PATIENCE_MS);
  const waiting = random.shuffle(faults);
  const busy = new Set<string>();
  const left: PortFault[] = [];
  const concerned = ({ port }: PortFault) => open().filter((plan) => needs(plan, port));
  const breakOne = async (fault: PortFault): Promise<void> => {
    const { port, words } = fault;
    busy.add(port);
    const swaps = meet(concerned(fault));
    const isPractised = await fault.begin(world);
    log(
      isPractised ? `${NAME}: ${port} ${words}, with ${swaps} swaps that need it` : `${NAME}: ${port} had nothing that ${words}`,
    );
    if (!isPractised) waiting.push(fault);
    await wait(random.between(LASTS_MS.least, LASTS_MS.most));
    await mend(world, { port });
    busy.delete(port);
  };
  const work = async (): Promise<void> => {
    while (waiting.length > 0) {
      if (Date.now() > until) return void left.push(...waiting.splice(0));
      const at = waiting.findIndex((fault) => !busy.has(fault.port) && concerned(fault).length > 0);
      const [fault] = at < 0 ? [] : waiting.splice(at, 1);
      await (fault ? breakOne(fault) : wait(LOOK_AGAIN_MS));
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return left;
}
