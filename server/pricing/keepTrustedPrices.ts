import { PRICE_STALE_MS } from '../../contract/limits.ts';
import { toDecimal } from '../../contract/money.ts';
import type { Database } from '../db/database.ts';
import { findHostSetting, writeHostSetting } from '../db/repositories/hostSettings.ts';
import { listTrustedPrices, writeTrustedPrices } from '../db/repositories/marketPrices.ts';
import type { Logger } from '../common/log.ts';
import { keepMonthPrices } from './monthPrices.ts';
import type { PriceBook, RememberedPrice, TimeSpan } from './priceBook.ts';

const SAVE_INTERVAL_MS = 60_000;
const MARK = 'prices looked for';
/** Limit of recorded downtimes; the oldest are dropped. */
const MAX_SPANS = 100;

/** The time up to which a process observed the market, and the downtimes before it. Stored as JSON. */
interface Observation {
  until: number;
  unwatched: readonly TimeSpan[];
}

/**
 * Restores the trusted prices of the previous process and saves them periodically: refunds need them if the sources differ at
 * start. Also stores the prices with which each month begins. Resolves to a stop function, which saves once more.
 */
export async function keepTrustedPrices(
  database: Database,
  book: PriceBook,
  log: Logger,
  now: () => number = Date.now,
): Promise<() => Promise<void>> {
  const rows = await listTrustedPrices(database);
  const known = rows.map(({ symbol, price, priced_at: at }) => ({ symbol, price, at }));
  const unwatched = await readUnwatched(database, known, now());
  book.remember(known, unwatched);
  const savedAt = new Map<string, number>();
  let saving: Promise<void> | null = null;

  const save = async (): Promise<void> => {
    const changed = book.trusted().filter(({ symbol, price }) => savedAt.get(symbol) !== price.at);
    const rows = changed.map(({ symbol, price }) => ({ symbol, price: toDecimal(price.middle), priced_at: price.at }));
    try {
      await writeTrustedPrices(database, rows, now() + PRICE_STALE_MS);
      await writeHostSetting(database, MARK, JSON.stringify({ until: now(), unwatched } satisfies Observation));
      for (const { symbol, priced_at: at } of rows) savedAt.set(symbol, at);
      await keepMonthPrices(database, book, now());
    } catch (error) {
      log.warn({ err: error }, 'could not save the trusted prices; the next attempt is in a minute');
    }
  };
  const saveOnce = (): Promise<void> => (saving ??= save().finally(() => (saving = null)));

  const timer = setInterval(() => void saveOnce(), SAVE_INTERVAL_MS);
  return async () => {
    clearInterval(timer);
    await saving;
    await saveOnce();
  };
}

/** Returns the downtimes, including the one that ends now. Ignores times in the future, which come from a wrong clock. */
async function readUnwatched(database: Database, known: readonly RememberedPrice[], now: number): Promise<TimeSpan[]> {
  const mark = await findHostSetting(database, MARK);
  const observation: Observation = mark === undefined ? { until: 0, unwatched: [] } : JSON.parse(mark);
  const isPast = (at: number): boolean => at <= now + PRICE_STALE_MS;
  const earlier = observation.unwatched.filter(({ to }) => isPast(to));
  const observedAt = [observation.until, ...known.map(({ at }) => at), ...earlier.map(({ to }) => to)];
  const from = Math.max(0, ...observedAt.filter(isPast));
  return [...earlier, { from, to: Math.max(from, now) }].slice(-MAX_SPANS);
}
