import { startPostgres } from '../../scripts/postgres.ts';
import { DRILL_DATABASES, type Drill, type DrillOptions, type DrillRun, type DrillWorld } from './drill.ts';
import { LONGEST_ANSWER_MS, NETWORKS, type World } from './support/customer.ts';
import { openExchange } from './support/exchange.ts';
import { createRandom } from './support/random.ts';
import { startRealNetwork } from './support/startRealNetwork.ts';
import { liveThrough, type Disturb } from './support/throughFaults.ts';

const PATIENCE_MS = 15 * 60_000;
/** Less than the timeout of `npm test`, so that a failure shows its seed and log. Several drills share a machine there. */
const SHORT_PATIENCE_MS = 12 * 60_000;
/** For the short form, which shares a machine with all tests. Less than the timeout of a call, so that a missing answer is a finding. */
const SHORT_ANSWER_MS = 50_000;
const AT_ONCE = 25;
/** Of the short form: hosts with the networks of the customers only. */
const SHORT_ENVIRONMENT = { EMBEDDED_NETWORKS: [...NETWORKS].join(',') };

interface Size {
  full: number;
  short: number;
}

interface Declaration extends Pick<Drill, 'name' | 'shortDatabase'>, Partial<Pick<Drill, 'databases' | 'networks'>> {
  /** One line: the faults. `size` is that of the full form. */
  summary(size: number): string;
  /** Number of swaps, races or inputs per call, as the summary says */
  size: Size;
  /** With nodes of a real network, where everything takes longer */
  sizeOnNodes?: Size;
}

/** The hosts of a drill, each in a process of its own */
interface OnHosts {
  /** How many hosts share the books. The drill runs once for each number, with its share of the swaps. By default one host. */
  hosts?(run: DrillRun): readonly number[];
  /** Beyond that of every drill's hosts */
  environment?: Record<string, string>;
  /** Of the PostgreSQL server */
  maxConnections?: number;
}

/** What a drill does. It complains of each broken promise. */
type Practice =
  /** Without hosts in processes of their own */
  | { inProcess(run: DrillRun): Promise<void> }
  | (OnHosts & { practise(world: DrillWorld): Promise<void> })
  /** While customers swap, so many `atOnce`. Then their swaps and the books are judged, and what `judge` adds. */
  | (OnHosts & { disturb: Disturb; atOnce?: number; judge?(world: DrillWorld): Promise<void> });

/** Defines a drill: what is particular to it. Here is what all have in common: sizes, databases, hosts, customers and their judgement. */
export function defineDrill(declaration: Declaration & Practice): Drill {
  const { name, summary, size, sizeOnNodes = size, shortDatabase, databases = DRILL_DATABASES, networks = [] } = declaration;
  return {
    name,
    summary: summary(size.full),
    databases,
    ...(shortDatabase !== undefined && { shortDatabase }),
    networks,
    run: async ({ orders, database, log, ...options }) => {
      const { isShort, network, seed } = options;
      const { short, full } = network === null ? size : sizeOnNodes;
      const count = orders ?? (isShort ? short : full);
      if (count < 1) throw new Error('nothing would be practised');
      const chosen = databases.filter((one) => database === null || one === database);
      if (chosen.length === 0) throw new Error(`The drill "${name}" does not run on ${database}.`);
      const broken = new Set<string>();
      for (const one of chosen) {
        const { maxConnections } = { maxConnections: undefined, ...declaration };
        const postgres = one === 'postgres' ? await startPostgres(maxConnections === undefined ? {} : { maxConnections }) : null;
        try {
          await practise(declaration, {
            ...options,
            count,
            random: createRandom(seed + 1),
            postgres,
            createDatabase: async () => (await postgres?.createDatabase()) ?? null,
            log: (line) => log(`${one}: ${line}`),
            complain: (complaint) => broken.add(`${one}: ${complaint}`),
          });
        } finally {
          await postgres?.stop();
        }
      }
      return [...broken];
    },
  };
}

async function practise(practice: Practice, run: DrillRun): Promise<void> {
  if ('inProcess' in practice) return await practice.inProcess(run);
  const numbers = practice.hosts?.(run) ?? [1];
  for (const processes of numbers) {
    const count = Math.ceil(run.count / numbers.length);
    run.log(`${count} of them, on ${processes} ${processes === 1 ? 'server' : 'servers'}`);
    const [databaseUrl, real] = [await run.createDatabase(), await startRealNetwork(run.network)];
    const environment = { ...(run.isShort && SHORT_ENVIRONMENT), ...practice.environment };
    const exchange = await openExchange({ databaseUrl, processes, environment, real });
    try {
      const world: DrillWorld = { ...run, count, exchange, ...patienceOf(run) };
      if ('practise' in practice) {
        await practice.practise(world);
        continue;
      }
      await liveThrough(world, practice.atOnce ?? AT_ONCE, practice.disturb);
      await practice.judge?.(world);
    } finally {
      await exchange.close();
    }
  }
}

/** Returns the deadline of a drill that starts now, milliseconds since 1970, and how long a customer waits for one answer. */
export function patienceOf({ isShort }: Pick<DrillOptions, 'isShort'>): Pick<World, 'deadline' | 'longestAnswerMs'> {
  return {
    deadline: Date.now() + (isShort ? SHORT_PATIENCE_MS : PATIENCE_MS),
    longestAnswerMs: isShort ? SHORT_ANSWER_MS : LONGEST_ANSWER_MS,
  };
}
