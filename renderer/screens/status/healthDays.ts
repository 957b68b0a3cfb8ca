import type { Status } from '../../../contract/api/service.ts';

/** unknown: no host watched on this day. partly: limited, or down for less than 15 minutes. */
export type DayState = 'unknown' | 'worked' | 'partly' | 'down';

export interface HealthDays {
  /** The last 30 days in UTC, oldest first */
  states: DayState[];
  /** The share of the watched time in which it was not down, rounded down to a tenth; null before anything was watched */
  percent: number | null;
}

const DAYS = 30;
const DAY_MS = 86_400_000;
const DOWN_MS = 15 * 60_000;

/** Returns how a component worked on each of the last 30 days, by the host's own record. */
export function healthDays(component: string, { incidents, watchedDays = [], serverTime }: Status): HealthDays {
  const now = Date.parse(serverTime);
  const today = now - (now % DAY_MS);
  const watched = new Map(watchedDays.map(({ day, seconds }) => [Date.parse(day), seconds * 1_000]));
  const own = (incidents ?? [])
    .filter((incident) => incident.component === component)
    .map(({ startedAt, endedAt, state }) => ({
      from: Date.parse(startedAt),
      until: endedAt === null ? now : Date.parse(endedAt),
      state,
    }));
  let [totalMs, downMs] = [0, 0];
  const states = Array.from({ length: DAYS }, (_, place): DayState => {
    const day = today - (DAYS - 1 - place) * DAY_MS;
    const watchedMs = watched.get(day);
    if (watchedMs === undefined) return 'unknown';
    const during = own.filter(({ from, until }) => from < day + DAY_MS && until >= day);
    const brokenMs = during
      .filter(({ state }) => state === 'DOWN')
      .reduce((sum, { from, until }) => sum + Math.min(until, day + DAY_MS) - Math.max(from, day), 0);
    totalMs += watchedMs;
    // Less is watched than passes: no host runs all the time.
    downMs += Math.min(brokenMs, watchedMs);
    return brokenMs >= DOWN_MS ? 'down' : during.length > 0 ? 'partly' : 'worked';
  });
  return { states, percent: totalMs === 0 ? null : Math.floor((1_000 * (totalMs - downMs)) / totalMs) / 10 };
}
