import { PRICE_STALE_MS } from '../../contract/limits.ts';
import { toDecimal } from '../../contract/money.ts';
import type { Database } from '../db/database.ts';
import { findHostSetting, writeHostSetting } from '../db/repositories/hostSettings.ts';
import { listTrustedPrices, writeTrustedPrices } from '../db/repositories/marketPrices.ts';
import type { Logger } from '../log.ts';
import type { PriceBook, RememberedPrice, TimeSpan } from './priceBook.ts';

const KEPT_EVERY_MS = 60_000;
const MARK = 'prices looked for';
/** Of nobody looking. Older ones are about prices that were looked for through a hundred starts since. */
const MOST_SPANS = 100;

/** Whether there are prices or not, somebody looked for them `until` then, but for these times. */
interface Looked {
  until: number;
  unwatched: readonly TimeSpan[];
}

/**
 * A process that starts while the sources differ knows the last prices of the one before it: refunds need them. Gives the
 * stop, which keeps them once more.
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
  const keptAt = new Map<string, number>();
  let keeping: Promise<void> | null = null;

  const keep = async (): Promise<void> => {
    const changed = book.trusted().filter(({ symbol, price }) => keptAt.get(symbol) !== price.at);
    const rows = changed.map(({ symbol, price }) => ({ symbol, price: toDecimal(price.middle), priced_at: price.at }));
    try {
      await writeTrustedPrices(database, rows, now() + PRICE_STALE_MS);
      await writeHostSetting(database, MARK, JSON.stringify({ until: now(), unwatched } satisfies Looked));
      for (const { symbol, priced_at: at } of rows) keptAt.set(symbol, at);
    } catch (error) {
      log.warn({ err: error }, 'trusted prices not kept');
    }
  };
  const keepOnce = (): Promise<void> => (keeping ??= keep().finally(() => (keeping = null)));

  const timer = setInterval(() => void keepOnce(), KEPT_EVERY_MS);
  return async () => {
    clearInterval(timer);
    await keeping;
    await keepOnce();
  };
}

/** The times in which nobody looked for prices, the one that ends now with them. A time in the future is a wrong clock's. */
async function readUnwatched(database: Database, known: readonly RememberedPrice[], now: number): Promise<TimeSpan[]> {
  const mark = await findHostSetting(database, MARK);
  const looked: Looked = mark === undefined ? { until: 0, unwatched: [] } : JSON.parse(mark);
  const isPast = (at: number): boolean => at <= now + PRICE_STALE_MS;
  const earlier = looked.unwatched.filter(({ to }) => isPast(to));
  const lookedAt = [looked.until, ...known.map(({ at }) => at), ...earlier.map(({ to }) => to)];
  const from = Math.max(0, ...lookedAt.filter(isPast));
  return [...earlier, { from, to: Math.max(from, now) }].slice(-MOST_SPANS);
}
