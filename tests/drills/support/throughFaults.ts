import type { DrillOptions } from '../drill.ts';
import { judgeLives, liveAll } from './crowd.ts';
import { planLives, type World } from './customer.ts';
import type { Exchange } from './exchange.ts';
import { createRandom, type Random } from './random.ts';

interface Faults {
  exchange: Exchange;
  /** Said in front of every line */
  name: string;
  /** How many swaps */
  count: number;
  atOnce?: number;
  /** What is done to the exchange meanwhile; it ends by itself, or soon after `isOver` says that all swaps have. */
  disturb(world: World, random: Random, isOver: () => boolean): Promise<void>;
}

const AT_ONCE = 25;
const PATIENCE_MS = 15 * 60_000;
const PROGRESS_MS = 15_000;

/** Many swaps while something is done to the exchange; then what the networks and the books say of it. Gives what is broken. */
export async function liveThrough({ seed, log }: DrillOptions, faults: Faults): Promise<string[]> {
  const { exchange, name, count, atOnce = AT_ONCE, disturb } = faults;
  const random = createRandom(seed);
  const broken = new Set<string>();
  const world: World = { exchange, deadline: Date.now() + PATIENCE_MS, complain: (complaint) => broken.add(complaint) };
  let ended = 0;
  let isOver = false;
  const progress = setInterval(() => log(`${name}: ${ended} of ${count} swaps have ended`), PROGRESS_MS);
  try {
    const crowd = liveAll(world, planLives(count, random), { atOnce, onEnd: (soFar) => (ended = soFar) });
    const over = crowd.finally(() => (isOver = true));
    // Awaited last: until then a failure of it is nobody's.
    over.catch(() => undefined);
    await disturb(world, random, () => isOver);
    const lives = await over;
    clearInterval(progress);
    const refunds = lives.filter(({ order }) => order.orderEvents.some(({ kind }) => kind === 'REFUND_COMPLETED'));
    log(`${name}: ${lives.length} of ${count} swaps ended, ${refunds.length} of them by a refund`);
    return [...broken, ...(await judgeLives(exchange, lives))];
  } finally {
    clearInterval(progress);
  }
}
