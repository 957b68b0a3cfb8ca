import type { Clock } from '../../contract/platform.ts';

/**
 * Returns a clock that shows the server's render time until hydration has finished, and the real time afterwards. With two
 * different times React would find a mismatch and discard the server's markup.
 */
export function hydrationClock(renderedAt: number): { clock: Clock; settle: () => void } {
  let isSettled = false;
  return {
    clock: { now: () => (isSettled ? Date.now() : renderedAt) },
    settle: () => {
      isSettled = true;
    },
  };
}
