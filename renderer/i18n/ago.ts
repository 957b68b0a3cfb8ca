import type { MessageId } from './messages.ts';

const SECOND = 1_000;
const UNITS = [
  { id: 'ago.days', ms: 24 * 3_600 * SECOND },
  { id: 'ago.hours', ms: 3_600 * SECOND },
  { id: 'ago.minutes', ms: 60 * SECOND },
  { id: 'ago.seconds', ms: 10 * SECOND },
] as const satisfies readonly { id: MessageId; ms: number }[];

/**
 * Returns how long ago a moment was, as a message and its value, in the largest unit that fits. Does not use Intl, because
 * the browser's and the server's texts differ between versions, which breaks hydration.
 */
export function ago(at: string, now: number): { id: MessageId; values: { value: number } } {
  const elapsed = Math.max(0, now - Date.parse(at));
  const unit = UNITS.find(({ ms }) => elapsed >= ms);
  if (!unit) return { id: 'ago.now', values: { value: 0 } };
  // Seconds are rounded to tens, the interval at which the page updates its time.
  const value = unit.id === 'ago.seconds' ? Math.floor(elapsed / unit.ms) * 10 : Math.floor(elapsed / unit.ms);
  return { id: unit.id, values: { value } };
}
