import type { Clock } from '../../contract/platform.ts';

/**
 * A clock that says the server's render time until the page has been taken over, and the real one from then on.
 * Two clocks would show two ages of one rate, and React would throw the server's work away.
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
