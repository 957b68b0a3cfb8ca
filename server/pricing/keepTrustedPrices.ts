import { PRICE_STALE_MS } from '../../contract/limits.ts';
import { toDecimal } from '../../contract/money.ts';
import type { Database } from '../db/database.ts';
import { listTrustedPrices, writeTrustedPrices } from '../db/repositories/trustedPrices.ts';
import type { Logger } from '../log.ts';
import type { PriceBook } from './priceBook.ts';

const KEPT_EVERY_MS = 60_000;

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
  const known = await listTrustedPrices(database);
  book.remember(known.map(({ symbol, price, priced_at: at }) => ({ symbol, price, at })));
  const keptAt = new Map<string, number>();
  let keeping: Promise<void> | null = null;

  const keep = async (): Promise<void> => {
    const changed = book.trusted().filter(({ symbol, price }) => keptAt.get(symbol) !== price.at);
    const rows = changed.map(({ symbol, price }) => ({ symbol, price: toDecimal(price.middle), priced_at: price.at }));
    try {
      await writeTrustedPrices(database, rows, now() + PRICE_STALE_MS);
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
