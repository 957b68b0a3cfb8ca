import type { DrillOptions } from '../drill.ts';
import { judgeLives, liveAll } from './crowd.ts';
import { planLives, type Plan, type World } from './customer.ts';
import type { Exchange } from './exchange.ts';
import { createRandom, type Random } from './random.ts';

interface Faults {
  exchange: Exchange;
  /** Said in front of every line */
  name: string;
  /** How many swaps */
  count: number;
  atOnce?: number;
  /**
   * What is done to the exchange meanwhile; it ends by itself, or soon after `isOver` says that all swaps have. Resolves to
   * how many faults there were while somebody swapped: a drill without any has shown nothing.
   */
  disturb(world: World, meanwhile: Meanwhile): Promise<number>;
}

interface Meanwhile {
  random: Random;
  /** Of all customers */
  plans: readonly Plan[];
  isOver(): boolean;
}

const AT_ONCE = 25;
const PATIENCE_MS = 15 * 60_000;
/** Less than `npm test` waits for a drill, so that a failure is told with its seed and its log. */
const SHORT_PATIENCE_MS = 6 * 60_000;
const PROGRESS_MS = 15_000;

/** When the customers of a drill that begins now give up, milliseconds since 1970. */
export function deadlineOf({ isShort }: Pick<DrillOptions, 'isShort'>): number {
  return Date.now() + (isShort ? SHORT_PATIENCE_MS : PATIENCE_MS);
}

/** Many swaps while something is done to the exchange; then what the networks and the books say of it. Gives what is broken. */
export async function liveThrough(options: DrillOptions, faults: Faults): Promise<string[]> {
  const { seed, log } = options;
  const { exchange, name, count, atOnce = AT_ONCE, disturb } = faults;
  const random = createRandom(seed);
  const broken = new Set<string>();
  const world: World = { exchange, deadline: deadlineOf(options), complain: (complaint) => broken.add(complaint) };
  let ended = 0;
  let isOver = false;
  const progress = setInterval(() => log(`${name}: ${ended} of ${count} swaps have ended`), PROGRESS_MS);
  try {
    const plans = planLives(count, random);
    const crowd = liveAll(world, plans, { atOnce, onEnd: (soFar) => (ended = soFar) });
    const over = crowd.finally(() => (isOver = true));
    // Awaited last: until then a failure of it is nobody's.
    over.catch(() => undefined);
    const practised = await disturb(world, { random, plans, isOver: () => isOver });
    if (practised === 0) broken.add(`${name}: no fault was practised: all swaps had ended before`);
    const lives = await over;
    clearInterval(progress);
    const refunds = lives.filter(({ order }) => order.orderEvents.some(({ kind }) => kind === 'REFUND_COMPLETED'));
    log(`${name}: ${lives.length} of ${count} swaps ended, ${refunds.length} of them by a refund`);
    return [...broken, ...(await judgeLives(exchange, lives))];
  } finally {
    clearInterval(progress);
  }
}
