import type { MessageId } from './messages.ts';

const SECOND = 1_000;
const UNITS = [
  { id: 'ago.days', ms: 24 * 3_600 * SECOND },
  { id: 'ago.hours', ms: 3_600 * SECOND },
  { id: 'ago.minutes', ms: 60 * SECOND },
  { id: 'ago.seconds', ms: 10 * SECOND },
] as const satisfies readonly { id: MessageId; ms: number }[];

/**
 * How long ago a moment was, as a message and its value, in the largest unit that fits. Our own words: those of the
 * browser's and of the server's Intl differ between versions, and the page would change when it is taken over.
 */
export function ago(at: string, now: number): { id: MessageId; values: { value: number } } {
  const elapsed = Math.max(0, now - Date.parse(at));
  const unit = UNITS.find(({ ms }) => elapsed >= ms);
  if (!unit) return { id: 'ago.now', values: { value: 0 } };
  // Seconds are told by tens, as often as the page looks at the clock.
  const value = unit.id === 'ago.seconds' ? Math.floor(elapsed / unit.ms) * 10 : Math.floor(elapsed / unit.ms);
  return { id: unit.id, values: { value } };
}
