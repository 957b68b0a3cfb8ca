import type { Executor } from '../database.ts';
import type { TrustedPriceTable } from '../tables/host.ts';

export async function listTrustedPrices(executor: Executor): Promise<TrustedPriceTable[]> {
  return await executor.selectFrom('trusted_prices').selectAll().execute();
}

/** Writes prices that are newer than the stored ones. Also replaces stored prices from after `latest`: a wrong clock wrote them. */
export async function writeTrustedPrices(
  executor: Executor,
  prices: readonly TrustedPriceTable[],
  latest: number,
): Promise<void> {
  if (prices.length === 0) return;
  await executor
    .insertInto('trusted_prices')
    // Sorted, so that two processes that write the same prices can't deadlock.
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
