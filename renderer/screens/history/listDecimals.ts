import { ownValue } from '../../../contract/tables/ownValue.ts';
import { mostDecimals } from '../../../contract/formatAmount.ts';
import type { Decimal } from '../../../contract/money.ts';
import type { CoinDecimals } from '../../../contract/orderDecimals.ts';
import type { OrderRecord } from '../../stores/deviceOrders/orderRecords.ts';

/** Returns the decimals that a list of orders gives every amount of a coin: those of its longest amount in the list (D58). */
export function listDecimals(records: readonly OrderRecord[]): CoinDecimals {
  const decimals: Record<string, number> = {};
  const count = (slug: string, amounts: readonly (Decimal | null | undefined)[]): void => {
    decimals[slug] = Math.max(ownValue(decimals, slug) ?? 0, mostDecimals(amounts.map((amount) => amount ?? '0')));
  };
  for (const { from, to, amountFrom, amountTo, amountRefunded, amountToSend } of records) {
    count(from.slug, [amountFrom, amountRefunded, amountToSend]);
    count(to.slug, [amountTo]);
  }
  return decimals;
}
