import { isoTime } from '../../contract/isoTime.ts';
import { sum, type Decimal } from '../../contract/money.ts';
import type { AffiliatePeriod, AffiliateStatistics } from '../../contract/schemas/affiliates.ts';
import type { Executor } from '../db/database.ts';
import { listCodes } from '../db/repositories/earnings/codes.ts';
import { listAffiliateDays } from '../db/repositories/earnings/days.ts';
import type { AffiliateDayRow } from '../db/tables/affiliates.ts';
import { DAY_MS, dayOf, firstDayOf } from '../common/day.ts';
import { API_KEY_CODE } from './affiliateRules.ts';
import { mainCodeOf, presentCode } from './codes.ts';

const DAYS = { '7d': 7, '30d': 30, '90d': 90 } as const satisfies Partial<Record<AffiliatePeriod, number>>;

interface Figures {
  clicks: number;
  orders: number;
  earned: Decimal;
}

/** Returns clicks, orders and earnings of a period, by day or month and by code. Reads sums by day, never single accruals. */
export async function readStatistics(
  executor: Executor,
  userId: number,
  period: AffiliatePeriod,
  now: number,
): Promise<AffiliateStatistics> {
  await mainCodeOf(executor, userId, now);
  const codes = await listCodes(executor, userId);
  const isAll = period === 'all';
  const since = isAll ? 0 : firstDayOf(now, DAYS[period]);
  const before = isAll ? 0 : firstDayOf(now, 2 * DAYS[period]);
  const all = await listAffiliateDays(executor, userId, before);
  const days = all.filter(({ day }) => Number(day) >= since);
  const earlier = all.filter(({ day }) => Number(day) < since);
  const byCode = Map.groupBy(days, ({ code }) => code);
  return {
    period,
    ...figuresOf(days),
    previous: isAll ? null : figuresOf(earlier),
    step: isAll ? 'month' : 'day',
    steps: isAll ? byMonth(days, now) : byDay(days, since, now),
    codes: codes.map((row) => ({ ...presentCode(row), ...figuresOf(byCode.get(row.code) ?? []) })),
    apiKeys: figuresOf(byCode.get(API_KEY_CODE) ?? []),
  };
}

function figuresOf(days: readonly AffiliateDayRow[]): Figures {
  return {
    clicks: days.reduce((total, { clicks }) => total + clicks, 0),
    orders: days.reduce((total, { orders }) => total + orders, 0),
    earned: sum(days.map(({ earned }) => earned)),
  };
}

function byDay(days: readonly AffiliateDayRow[], since: number, now: number): AffiliateStatistics['steps'] {
  const groups = Map.groupBy(days, ({ day }) => Number(day));
  const count = (dayOf(now) - since) / DAY_MS + 1;
  return Array.from({ length: count }, (_, index) => {
    const day = since + index * DAY_MS;
    return { from: isoTime(day), ...figuresOf(groups.get(day) ?? []) };
  });
}

/** Returns the months from the first day with figures to `now`. */
function byMonth(days: readonly AffiliateDayRow[], now: number): AffiliateStatistics['steps'] {
  const groups = Map.groupBy(days, ({ day }) => monthOf(Number(day)));
  const steps: AffiliateStatistics['steps'] = [];
  for (let month = monthOf(Number(days[0]?.day ?? now)); month <= now; month = monthOf(month, 1)) {
    steps.push({ from: isoTime(month), ...figuresOf(groups.get(month) ?? []) });
  }
  return steps;
}

/** Returns the begin of the month in UTC, `later` months on. */
function monthOf(time: number, later = 0): number {
  const date = new Date(time);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + later, 1);
}
