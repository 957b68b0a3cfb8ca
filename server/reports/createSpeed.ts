import type { Speed } from '../../contract/console/reports.ts';
import { DAY_MS, dayOf } from '../common/day.ts';
import type { Database } from '../db/database.ts';
import { findDuration } from '../db/repositories/reports/days.ts';

const LIFETIME_MS = 60_000;
const DAYS_BEFORE = 7;
const [HALF, NINE_TENTHS] = [0.5, 0.9];

/**
 * Returns the function that says how long orders take today, and took on the days before. Today is read at most once a minute, a day
 * before it once.
 */
export function createSpeed({ database, now }: { database: Database; now: () => number }): () => Promise<Speed> {
  const medians = new Map<number, number | null>();
  let current: { at: number; speed: Promise<Speed> } | null = null;

  const medianOf = async (day: number): Promise<number | null> => {
    const known = medians.get(day);
    if (known !== undefined) return known;
    const median = await findDuration(database, { since: day, until: day + DAY_MS }, HALF);
    medians.set(day, median);
    return median;
  };
  const read = async (): Promise<Speed> => {
    const today = dayOf(now());
    for (const day of medians.keys()) if (day < today - DAYS_BEFORE * DAY_MS) medians.delete(day);
    const before: number[] = [];
    for (let ago = 1; ago <= DAYS_BEFORE; ago += 1) {
      const median = await medianOf(today - ago * DAY_MS);
      if (median !== null) before.push(median);
    }
    const span = { since: today, until: today + DAY_MS };
    return {
      median: {
        today: inSeconds(await findDuration(database, span, HALF)),
        before: inSeconds(before.toSorted((left, right) => left - right)[Math.floor(before.length / 2)] ?? null),
      },
      slowTenth: { today: inSeconds(await findDuration(database, span, NINE_TENTHS)) },
    };
  };

  return async () => {
    const at = now();
    if (!current || at - current.at >= LIFETIME_MS || dayOf(at) !== dayOf(current.at)) current = { at, speed: read() };
    const { speed } = current;
    // Errors are not cached.
    speed.catch(() => (current = null));
    return await speed;
  };
}

const inSeconds = (milliseconds: number | null): number | null =>
  milliseconds === null ? null : Math.round(milliseconds / 1_000);
