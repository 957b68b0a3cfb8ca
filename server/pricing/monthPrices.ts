import { toDecimal, type Decimal } from '../../contract/money.ts';
import type { Database, Executor } from '../db/database.ts';
import { findHostSetting, setHostSettingOnce } from '../db/repositories/hostSettings.ts';
import type { PriceBook } from './priceBook.ts';

const nameOf = (month: string): string => `prices of ${month}`;

/** Returns the month of a time in UTC: "2026-11". */
export function monthOf(time: number): string {
  return new Date(time).toISOString().slice(0, 7);
}

/** Stores the trusted prices with which a month begins, unless they are stored: the value of what we own is reported by month. */
export async function keepMonthPrices(database: Database, book: Pick<PriceBook, 'trusted'>, now: number): Promise<void> {
  const prices = book.trusted().map(({ symbol, price }) => [symbol, toDecimal(price.middle)] as const);
  if (prices.length > 0) await setHostSettingOnce(database, nameOf(monthOf(now)), JSON.stringify(Object.fromEntries(prices)));
}

/** Returns coin → USD for 1 at the begin of a month; null if the host did not run then. */
export async function findMonthPrices(executor: Executor, month: string): Promise<ReadonlyMap<string, Decimal> | null> {
  const stored = await findHostSetting(executor, nameOf(month));
  return stored === undefined ? null : new Map(Object.entries(JSON.parse(stored) as Record<string, Decimal>));
}
