import { setTimeout as wait } from 'node:timers/promises';
import type { DrillOptions } from '../drill.ts';
import { judgeLives, liveAll } from './crowd.ts';
import { LONGEST_ANSWER_MS, planLife, type Plan, type World } from './customer.ts';
import type { Exchange } from './exchange.ts';
import { createRandom, type Random } from './random.ts';

interface Faults {
  exchange: Exchange;
  /** Said in front of every line */
  name: string;
  /** How many swaps */
  count: number;
  atOnce?: number;
  /** Whether new customers come as long as faults are still being practised, so that there is always somebody to meet them. */
  keepComing?: boolean;
  /** Which share of the swaps must have met a fault */
  leastMet?: number;
  /**
   * What is done to the exchange meanwhile; it ends by itself, or soon after `isOver` says that all swaps have. Resolves to
   * the faults that nobody met, in words: a drill that did not practise them has shown nothing about them.
   */
  disturb(world: World, meanwhile: Meanwhile): Promise<string[]>;
}

export interface Meanwhile {
  random: Random;
  /** Swaps whose order is made and has not ended */
  open(): readonly Plan[];
  /** These swaps meet a fault now; all that are open when none are named. How many. */
  meet(swaps?: readonly Plan[]): number;
  /** How many swaps must still meet a fault: those that have ended can't any more, unless others come in their place. */
  unmet(): number;
  /** All swaps have ended, or nobody's patience has lasted. */
  isOver(): boolean;
  /** Resolves when some swap is under way, or all are over. */
  somebody(): Promise<void>;
}

const AT_ONCE = 25;
const PATIENCE_MS = 15 * 60_000;
/** Less than `npm test` waits for a drill, so that a failure is told with its seed and its log; several share a machine there. */
const SHORT_PATIENCE_MS = 6 * 60_000;
const PROGRESS_MS = 15_000;
const LOOK_AGAIN_MS = 250;

/** When the customers of a drill that begins now give up, milliseconds since 1970, and how long they wait for one answer. */
export function patienceOf({ isShort }: Pick<DrillOptions, 'isShort'>): Pick<World, 'deadline' | 'longestAnswerMs'> {
  return {
    deadline: Date.now() + (isShort ? SHORT_PATIENCE_MS : PATIENCE_MS),
    longestAnswerMs: isShort ? 2 * LONGEST_ANSWER_MS : LONGEST_ANSWER_MS,
  };
}

/** Many swaps while something is done to the exchange; then what the networks and the books say of it. Gives what is broken. */
export async function liveThrough(options: DrillOptions, faults: Faults): Promise<string[]> {
  const { seed, log } = options;
  const { exchange, name, count, atOnce = AT_ONCE, keepComing = false, leastMet = 0, disturb } = faults;
  const broken = new Set<string>();
  const world: World = { exchange, ...patienceOf(options), complain: (complaint) => broken.add(complaint) };
  const open = new Map<number, Plan>();
  const met = new Set<number>();
  let ended = 0;
  let isOver = false;
  let isDisturbed = true;
  // Apart from the faults' own choices: how long something takes must not change who comes.
  const people = createRandom(seed);
  function* plans(): Generator<Plan, void> {
    for (let number = 0; number < count || (keepComing && isDisturbed); number += 1) yield planLife(number, people);
  }
  const meanwhile: Meanwhile = {
    random: createRandom(seed + 1),
    open: () => [...open.values()],
    meet: (swaps = [...open.values()]) => {
      for (const { number } of swaps) met.add(number);
      return swaps.length;
    },
    unmet: () => {
      const done = keepComing ? met.size : ended + [...open.keys()].filter((number) => met.has(number)).length;
      return Math.max(0, count - done);
    },
    isOver: () => isOver || Date.now() > world.deadline,
    somebody: async () => {
      while (open.size === 0 && !isOver) await wait(LOOK_AGAIN_MS);
    },
  };
  const progress = setInterval(() => log(`${name}: ${ended} of ${count} swaps have ended`), PROGRESS_MS);
  try {
    const crowd = liveAll(world, plans(), {
      atOnce: Math.min(count, atOnce),
      onMade: (plan) => open.set(plan.number, plan),
      onEnd: ({ number }) => {
        open.delete(number);
        ended += 1;
      },
    });
    const over = crowd.finally(() => (isOver = true));
    // Awaited last: until then a failure of it is nobody's.
    over.catch(() => undefined);
    const unpractised = await disturb(world, meanwhile).finally(() => (isDisturbed = false));
    for (const fault of unpractised) broken.add(`${name}: not practised while somebody swapped: ${fault}`);
    const lives = await over;
    clearInterval(progress);
    const refunds = lives.filter(({ order }) => order.orderEvents.some(({ kind }) => kind === 'REFUND_COMPLETED'));
    log(`${name}: ${lives.length} of ${ended} swaps ended well, ${refunds.length} of them by a refund; ${met.size} met a fault`);
    if (met.size < leastMet * count) broken.add(`${name}: only ${met.size} of ${count} swaps met a fault`);
    return [...broken, ...(await judgeLives(exchange, lives))];
  } finally {
    clearInterval(progress);
  }
}
