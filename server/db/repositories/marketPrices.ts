import type { Decimal } from '../../../contract/money.ts';
import type { Executor } from '../database.ts';
import type { TrustedPriceTable } from '../tables/host.ts';

/** Returns the prices set in the sandbox: symbol → USD per 1. */
export async function listMarketPrices(executor: Executor): Promise<Map<string, Decimal>> {
  const rows = await executor.selectFrom('market_prices').selectAll().execute();
  return new Map(rows.map((row) => [row.symbol, row.price]));
}

export async function writeMarketPrice(executor: Executor, symbol: string, price: Decimal): Promise<void> {
  await executor
    .insertInto('market_prices')
    .values({ symbol, price })
    .onConflict((conflict) => conflict.column('symbol').doUpdateSet({ price }))
    .execute();
}

/** Last trusted price of each symbol, with its time. */
export async function listTrustedPrices(executor: Executor): Promise<TrustedPriceTable[]> {
  return await executor.selectFrom('trusted_prices').selectAll().execute();
}

/** Stores prices that are newer than the stored ones. A stored time after `latest` comes from a wrong clock and is replaced. */
export async function writeTrustedPrices(
  executor: Executor,
  prices: readonly TrustedPriceTable[],
  latest: number,
): Promise<void> {
  if (prices.length === 0) return;
  await executor
    .insertInto('trusted_prices')
    // Sorted, so that two processes never deadlock.
    .values(prices.toSorted((left, right) => (left.symbol < right.symbol ? -1 : 1)))
    .onConflict((conflict) =>
      conflict
        .column('symbol')
        .doUpdateSet((row) => ({ price: row.ref('excluded.price'), priced_at: row.ref('excluded.priced_at') }))
        .where((row) =>
          row.or([
            row('trusted_prices.priced_at', '<', row.ref('excluded.priced_at')),
            row('trusted_prices.priced_at', '>', latest),
          ]),
        ),
    )
    .execute();
}
