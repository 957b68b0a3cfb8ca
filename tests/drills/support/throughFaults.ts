import { setTimeout as wait } from 'node:timers/promises';
import type { DrillWorld } from '../drill.ts';
import { live, planLife, type Life, type Plan } from './customer.ts';
import { judgeLives } from './judgeLives.ts';
import { needs } from './portFaults.ts';
import { createRandom } from './random.ts';
import { trackSwaps, type Swaps } from './swaps.ts';

/** The swaps during a drill, as the faults see them */
export interface Meanwhile extends Swaps {
  /** Whether the deadline has passed, or a swap has failed, so that no new ones start. */
  isOver(): boolean;
  /** Resolves when a swap is under way, or it is over. */
  somebody(): Promise<void>;
}

/**
 * What is done to the exchange while customers swap. New swaps start until it ends. Afterwards all ports work again. Ends soon after
 * `isOver`.
 */
export type Disturb = (world: DrillWorld, swaps: Meanwhile) => Promise<void>;

const PROGRESS_MS = 15_000;
const LOOK_AGAIN_MS = 250;

/** Runs swaps, so many `atOnce`, while faults are injected. Then compares networks and books. */
export async function liveThrough(world: DrillWorld, atOnce: number, disturb: Disturb): Promise<void> {
  const { exchange, count, seed, log, complain } = world;
  const { swaps, onMade, onEnd, judge } = trackSwaps(world);
  const lives: Life[] = [];
  let ended = 0;
  let isDisturbed = true;
  // A generator apart from that of the faults: timing must not change which swaps start.
  const people = createRandom(seed);
  /** With real nodes, those swaps start that need them. */
  const isWanted = (plan: Plan): boolean => !exchange.real || needs(plan, exchange.real.slug);
  const hasFailed = (): boolean => lives.length < ended;
  function* plans(): Generator<Plan, void> {
    let started = 0;
    for (let number = 0; started < count || (isDisturbed && !hasFailed()); number += 1) {
      const plan = planLife(number, people, exchange.real?.coin);
      if (!isWanted(plan)) continue;
      started += 1;
      yield plan;
    }
  }
  const queue = plans();
  const swapOneAfterAnother = async (): Promise<void> => {
    for (const plan of queue) {
      try {
        lives.push(await live(world, plan, onMade));
      } catch (error) {
        complain(
          `customer ${plan.number} (${plan.from} to ${plan.to}): ${error instanceof Error ? error.message : String(error)}`,
        );
      }
      onEnd(plan);
      ended += 1;
    }
  };
  const isOver = (): boolean => hasFailed() || Date.now() > world.deadline;
  const somebody = async (): Promise<void> => {
    while (swaps.open().length === 0 && !isOver()) await wait(LOOK_AGAIN_MS);
  };
  const progress = setInterval(() => log(`${ended} swaps have ended, of at least ${count}`), PROGRESS_MS);
  try {
    const crowd = Promise.all(Array.from({ length: Math.min(count, atOnce) }, swapOneAfterAnother));
    await disturb(world, { ...swaps, isOver, somebody }).finally(() => (isDisturbed = false));
    await crowd;
  } finally {
    clearInterval(progress);
  }
  const refunds = lives.filter(({ order }) => order.orderEvents.some(({ kind }) => kind === 'REFUND_COMPLETED'));
  log(`${lives.length} of ${ended} swaps ended well, ${refunds.length} of them by a refund`);
  for (const complaint of judge()) complain(complaint);
  await judgeLives(world, lives);
}
