import type { Platform } from '../../../contract/platform.ts';

interface Polling {
  platform: Pick<Platform, 'visibility' | 'onConnectivityChange'>;
  /** How long to wait, asked after each round. */
  intervalMs: () => number;
  /** Must not reject. */
  poll: () => Promise<void>;
  /** Asked before and after each round; while true, nothing is polled. */
  isDone: () => boolean;
  /** Asked before each round that is merely due: while true, the news come another way and nothing is polled. */
  isCovered?: () => boolean;
  /** How long to wait while nobody looks; null, or left out, pauses. */
  hiddenIntervalMs?: () => number | null;
  /** The first round at once instead of after an interval. */
  isDue: boolean;
}

/**
 * Polls at an interval, measured from answer to question, so that a slow host is never asked twice at a time. Pauses
 * while nobody looks, unless told otherwise, and asks at once on coming back or online. Returns the stop.
 */
export function pollWhileVisible({
  platform,
  intervalMs,
  poll,
  isDone,
  isCovered = () => false,
  hiddenIntervalMs = () => null,
  isDue,
}: Polling): () => void {
  let timer: ReturnType<typeof setTimeout> | null = null;
  let isRunning = false;
  let isStopped = false;

  const schedule = () => {
    if (timer) clearTimeout(timer);
    const waitMs = platform.visibility.isVisible() ? intervalMs() : hiddenIntervalMs();
    timer = isStopped || isDone() || waitMs === null ? null : setTimeout(() => void round(!isCovered()), waitMs);
  };
  const round = async (isNeeded = true) => {
    if (isRunning || isStopped || isDone()) return;
    isRunning = true;
    if (isNeeded) await poll();
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
