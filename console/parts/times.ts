/** Times of the console are UTC, as those of logs and networks. */

/** "22 Nov" is the same in no two languages, so days are ISO: "2026-11-22 14:06:31 UTC". `at` in ms since 1970. */
export const clockText = (at: number): string => `${dayText(at)} ${timeText(at)} UTC`;

export const dayText = (at: number): string => new Date(at).toISOString().slice(0, 10);

/** "14:06:31" */
export const timeText = (at: number): string => new Date(at).toISOString().slice(11, 19);

/** "14:06", or with the day if it is another than that of `now`: "2026-11-21 14:06". `at` is an ISO time. */
export function shortTime(at: string, now: number): string {
  const day = at.slice(0, 10);
  const time = at.slice(11, 16);
  return day === dayText(now) ? time : `${day} ${time}`;
}

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

export interface TimeParts {
  unit: 's' | 'min' | 'h' | 'd';
  value: number;
  rest: number;
}

/** Returns the unit and the values of the time since `at`, an ISO time, in the largest unit that fits and the next one. */
export const sinceParts = (at: string, now: number): TimeParts => durationParts(Math.round((now - Date.parse(at)) / 1_000));

/** Returns the unit and the values of a duration. A negative one counts as zero. */
export function durationParts(duration: number): TimeParts {
  const seconds = Math.max(0, duration);
  if (seconds < MINUTE) return { unit: 's', value: seconds, rest: 0 };
  if (seconds < HOUR) return { unit: 'min', value: Math.floor(seconds / MINUTE), rest: 0 };
  if (seconds < DAY) return { unit: 'h', value: Math.floor(seconds / HOUR), rest: Math.floor((seconds % HOUR) / MINUTE) };
  return { unit: 'd', value: Math.floor(seconds / DAY), rest: Math.floor((seconds % DAY) / HOUR) };
}
