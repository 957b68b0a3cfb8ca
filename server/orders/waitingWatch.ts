import type { OrderContext } from './context.ts';
import { countWaiting, readWaiting, type WaitingCounts } from './waitingForOperator.ts';

/** What waits for a person, counted now and then for the metrics: somebody may scrape them every second. */
export interface WaitingWatch {
  /** Counts once. Never rejects: what fails is logged, and what was known stays. */
  count(): Promise<void>;
  /** Some minutes old at most; null before the first. */
  last(): WaitingCounts | null;
  /** Counts every minute until stopped. */
  start(): () => void;
}

const EVERY_MS = 60_000;

export function createWaitingWatch(
  context: Pick<OrderContext, 'database' | 'catalogue' | 'gateways' | 'now' | 'log'>,
): WaitingWatch {
  let known: WaitingCounts | null = null;
  let isCounting = false;
  const count = async (): Promise<void> => {
    // A database or a network that takes long is not asked twice at once.
    if (isCounting) return;
    isCounting = true;
    try {
      known = countWaiting(await readWaiting(context));
    } catch (error) {
      context.log.warn({ err: error }, 'what waits for an operator could not be counted');
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
      return () => clearInterval(timer);
    },
  };
}
