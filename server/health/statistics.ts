import type { Stats } from '../../contract/schemas/service.ts';
import type { Database } from '../db/database.ts';
import { countOrders, listCompletedOrders } from '../db/repositories/orders.ts';
import type { Availability } from '../instruments/availability.ts';
import type { Catalogue } from '../instruments/catalogue.ts';

const LIFETIME_MS = 30_000;
const RECENT_ORDERS = 200;
const MINUTE_MS = 60_000;

export interface Statistics {
  read(): Promise<Stats>;
}

interface StatisticsOptions {
  database: Database;
  catalogue: Catalogue;
  availability: Pick<Availability, 'stateOf'>;
  now?: () => number;
}

/** Statistics of `stats/public`: counts and the median time from deposit to payout. Cached for 30 s. */
export function createStatistics({ database, catalogue, availability, now = Date.now }: StatisticsOptions): Statistics {
  let cached: { at: number; stats: Promise<Stats> } | null = null;

  const compute = async (): Promise<Stats> => {
    const [completedOrders, recent] = [
      await countOrders(database, 'COMPLETED'),
      await listCompletedOrders(database, RECENT_ORDERS),
    ];
    const active = [...catalogue.instruments.values()].filter(({ slug }) => availability.stateOf(slug).active);
    return {
      completedOrders,
      instruments: active.length,
      networks: new Set(active.map(({ network }) => network)).size,
      medianMinutes: medianMinutes(
        recent.flatMap(({ ended_at, first_deposit_at, created_at }) =>
          ended_at === null ? [] : [Number(ended_at) - Number(first_deposit_at ?? created_at)],
        ),
      ),
    };
  };

  return {
    read: () => {
      if (cached && now() - cached.at < LIFETIME_MS) return cached.stats;
      const stats = compute();
      cached = { at: now(), stats };
      // Errors are not cached.
      stats.catch(() => (cached = null));
      return stats;
    },
  };
}

/** Returns the median in minutes with one decimal; null for an empty list. */
export function medianMinutes(milliseconds: readonly number[]): number | null {
  if (milliseconds.length === 0) return null;
  const sorted = milliseconds.toSorted((left, right) => left - right);
  const upper = sorted[Math.floor(sorted.length / 2)] ?? 0;
  const lower = sorted[Math.ceil(sorted.length / 2) - 1] ?? 0;
  return Math.round(((lower + upper) / 2 / MINUTE_MS) * 10) / 10;
}
