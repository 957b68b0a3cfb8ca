import type { Decimal } from '../../../contract/money.ts';
import type { Executor } from '../database.ts';

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
