import { setTimeout } from 'node:timers/promises';
import type { OrderContext } from '../orders/core/context.ts';
import { createTransferFees } from './transferFees.ts';
import { countWaiting, type WaitingCounts } from './unresolved.ts';

/** What waits for a person, counted now and then for the metrics: somebody may scrape them every second. */
export interface WaitingWatch {
  /** Counts once. Never rejects: what fails is logged, and what was known stays. */
  count(): Promise<void>;
  /** Some minutes old at most, unless somebody floods us; null before the first. */
  last(): WaitingCounts | null;
  /** Counts every minute until stopped. */
  start(): () => void;
}

const EVERY_MS = 60_000;
/** Much longer than a page takes: counting costs little of this process's time, and takes longer where there is more. */
const PAUSE_MS = 50;

export function createWaitingWatch(
  context: Pick<OrderContext, 'database' | 'catalogue' | 'gateways' | 'now' | 'log'>,
): WaitingWatch {
  const fees = createTransferFees(context);
  const stopped = new AbortController();
  const pause = async (): Promise<void> => await setTimeout(PAUSE_MS, undefined, { ref: false, signal: stopped.signal });
  let known: WaitingCounts | null = null;
  let isCounting = false;
  const count = async (): Promise<void> => {
    // A database or a network that takes long is not asked twice at once.
    if (isCounting) return;
    isCounting = true;
    try {
      known = await countWaiting(context, pause, fees);
    } catch (error) {
      if (!stopped.signal.aborted) context.log.warn({ err: error }, 'what waits for an operator could not be counted');
    } finally {
      isCounting = false;
    }
  };
  return {
    count,
    last: () => known,
    start: () => {
      void count();
      const timer = setInterval(() => void count(), EVERY_MS);
      return () => {
        clearInterval(timer);
        stopped.abort();
      };
    },
  };
}
