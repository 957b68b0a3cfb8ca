import type { Platform } from '../../../contract/platform.ts';

interface Polling {
  platform: Pick<Platform, 'visibility' | 'onConnectivityChange'>;
  /** The delay in ms until the next round, read after each round. */
  intervalMs: () => number;
  /** Must not reject. */
  poll: () => Promise<void>;
  /** Read before and after each round. While true, nothing is polled. Default: never. */
  isDone?: () => boolean;
  /** Read before each scheduled round. While true, updates arrive another way and nothing is polled. */
  isCovered?: () => boolean;
  /** The delay in ms while the page is hidden; null pauses. Default: null. */
  hiddenIntervalMs?: () => number | null;
  /** Run the first round at once instead of after an interval. Default: true. */
  isDue?: boolean;
}

/**
 * Polls at an interval, measured from response to request, so calls never overlap. Pauses while the page is hidden, unless
 * `hiddenIntervalMs` is given. Polls at once when the page becomes visible or the device online. Returns a function that stops it.
 */
export function pollWhileVisible({
  platform,
  intervalMs,
  poll,
  isDone = () => false,
  isCovered = () => false,
  hiddenIntervalMs = () => null,
  isDue = true,
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
