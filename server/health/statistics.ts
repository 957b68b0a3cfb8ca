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

/** `stats/public`: counts, and how long an exchange took from the deposit to the payout. Computed at most every 30 s. */
export function createStatistics({ database, catalogue, availability, now = Date.now }: StatisticsOptions): Statistics {
  let kept: { at: number; stats: Promise<Stats> } | null = null;

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
      if (kept && now() - kept.at < LIFETIME_MS) return kept.stats;
      const stats = compute();
      kept = { at: now(), stats };
      // A failure is told to who asked, and not to those who ask next.
      stats.catch(() => (kept = null));
      return stats;
    },
  };
}

/** To one decimal; null without any. */
export function medianMinutes(milliseconds: readonly number[]): number | null {
  if (milliseconds.length === 0) return null;
  const sorted = milliseconds.toSorted((left, right) => left - right);
  const upper = sorted[Math.floor(sorted.length / 2)] ?? 0;
  const lower = sorted[Math.ceil(sorted.length / 2) - 1] ?? 0;
  return Math.round(((lower + upper) / 2 / MINUTE_MS) * 10) / 10;
}
