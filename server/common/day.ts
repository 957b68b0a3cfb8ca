export const DAY_MS = 24 * 3_600_000;

/** Returns the begin of the day in UTC, in ms since 1970. */
export function dayOf(time: number): number {
  return time - (time % DAY_MS);
}

/** Returns the begin of the first of `days` days that end with the day of `now`. */
export function firstDayOf(now: number, days: number): number {
  return dayOf(now) - (days - 1) * DAY_MS;
}
