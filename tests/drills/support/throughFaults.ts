import { setTimeout as wait } from 'node:timers/promises';
import type { DrillOptions } from '../drill.ts';
import { judgeLives, liveAll } from './crowd.ts';
import { LONGEST_ANSWER_MS, planLife, type Plan, type World } from './customer.ts';
import type { Exchange } from './exchange.ts';
import { needs } from './portFaults.ts';
import { createRandom, type Random } from './random.ts';

interface Faults {
  exchange: Exchange;
  /** Prefix of every log line */
  name: string;
  /** Number of swaps */
  count: number;
  atOnce?: number;
  /** Whether new swaps start as long as faults are injected, so that there is always one under way. */
  keepComing?: boolean;
  /** The share of swaps that a fault must affect */
  leastMet?: number;
  /**
   * What is done to the exchange meanwhile; it ends by itself, or soon after `isOver` says that all swaps have. Resolves to
   * the faults that nobody met, in words: a drill that did not practise them has shown nothing about them.
   */
  disturb(world: World, meanwhile: Meanwhile): Promise<string[]>;
}

export interface Meanwhile {
  random: Random;
  /** Swaps whose order is created and has not ended */
  open(): readonly Plan[];
  /** Marks swaps as affected by a fault, by default all open ones. Returns their number. */
  meet(swaps?: readonly Plan[]): number;
  /** Returns how many swaps a fault must still affect. Ended swaps count only if new ones replace them. */
  unmet(): number;
  /** Whether all swaps have ended or the deadline has passed. */
  isOver(): boolean;
  /** Resolves when a swap is under way, all have ended or the deadline has passed. */
  somebody(): Promise<void>;
}

const AT_ONCE = 25;
const PATIENCE_MS = 15 * 60_000;
/** Less than the timeout of `npm test`, so that a failure shows its seed and log. Several drills share a machine there. */
const SHORT_PATIENCE_MS = 12 * 60_000;
/** For the short form, which shares a machine with all tests. Less than the timeout of a call, so that a missing answer is a finding. */
const SHORT_ANSWER_MS = 50_000;
const PROGRESS_MS = 15_000;
const LOOK_AGAIN_MS = 250;

/** Returns the deadline of a drill that starts now, milliseconds since 1970, and how long a customer waits for one answer. */
export function patienceOf({ isShort }: Pick<DrillOptions, 'isShort'>): Pick<World, 'deadline' | 'longestAnswerMs'> {
  return {
    deadline: Date.now() + (isShort ? SHORT_PATIENCE_MS : PATIENCE_MS),
    longestAnswerMs: isShort ? SHORT_ANSWER_MS : LONGEST_ANSWER_MS,
  };
}

/** Runs swaps while faults are injected, then compares networks and books. Returns one sentence per broken promise. */
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
  // A generator apart from that of the faults: timing must not change which swaps start.
  const people = createRandom(seed);
  /** With real nodes, those swaps start that need them. */
  const isWanted = (plan: Plan): boolean => !exchange.real || needs(plan, exchange.real.slug);
  function* plans(): Generator<Plan, void> {
    let started = 0;
    for (let number = 0; started < count || (keepComing && isDisturbed); number += 1) {
      const plan = planLife(number, people, exchange.real?.coin);
      if (!isWanted(plan)) continue;
      started += 1;
      yield plan;
    }
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
      while (open.size === 0 && !isOver && Date.now() < world.deadline) await wait(LOOK_AGAIN_MS);
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
    // It is awaited last. Until then its rejection must not count as unhandled.
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
