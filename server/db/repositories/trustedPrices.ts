import type { Executor } from '../database.ts';
import type { TrustedPriceTable } from '../tables/host.ts';

export async function listTrustedPrices(executor: Executor): Promise<TrustedPriceTable[]> {
  return await executor.selectFrom('trusted_prices').selectAll().execute();
}

/** The younger price of a symbol stays, whoever writes another; not one from after `latest`, which a wrong clock has written. */
export async function writeTrustedPrices(
  executor: Executor,
  prices: readonly TrustedPriceTable[],
  latest: number,
): Promise<void> {
  if (prices.length === 0) return;
  await executor
    .insertInto('trusted_prices')
    // Sorted: two processes that write the same ones then wait for each other in one direction only.
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
