import type { Platform } from '../../../contract/platform.ts';

interface Polling {
  platform: Pick<Platform, 'visibility' | 'onConnectivityChange'>;
  /** How long to wait, asked after each round. */
  intervalMs: () => number;
  /** Must not reject. */
  poll: () => Promise<void>;
  /** Asked before and after each round; while true, nothing is polled. */
  isDone: () => boolean;
  /** The first round at once instead of after an interval. */
  isDue: boolean;
}

/**
 * Polls at an interval, measured from answer to question, so that a slow host is never asked twice at a time. Pauses
 * while nobody looks, and asks at once on coming back or online. Returns the stop.
 */
export function pollWhileVisible({ platform, intervalMs, poll, isDone, isDue }: Polling): () => void {
  let timer: ReturnType<typeof setTimeout> | null = null;
  let isRunning = false;
  let isStopped = false;

  const schedule = () => {
    if (timer) clearTimeout(timer);
    timer = isStopped || isDone() || !platform.visibility.isVisible() ? null : setTimeout(() => void round(), intervalMs());
  };
  const round = async () => {
    if (isRunning || isStopped || isDone()) return;
    isRunning = true;
    await poll();
    isRunning = false;
    schedule();
  };
  const stops = [
    platform.visibility.onChange((isVisible) => (isVisible ? void round() : schedule())),
    platform.onConnectivityChange((isOnline) => {
      if (isOnline) void round();
    }),
  ];
  if (isDue) void round();
  else schedule();
  return () => {
    isStopped = true;
    if (timer) clearTimeout(timer);
    stops.forEach((stop) => stop());
  };
}
