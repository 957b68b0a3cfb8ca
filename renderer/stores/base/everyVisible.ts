import type { Platform } from '../../../contract/platform.ts';

/** Repeats an action at an interval in ms while the page is visible. Returns the function that stops it. */
export function everyVisible({ visibility }: Pick<Platform, 'visibility'>, intervalMs: number, action: () => void): () => void {
  const timer = setInterval(() => visibility.isVisible() && action(), intervalMs);
  return () => clearInterval(timer);
}
