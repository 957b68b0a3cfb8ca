import { compare, isPositive } from '../../../contract/money.ts';
import { listForgottenIndexes } from '../../db/repositories/recovery/forgottenIndexes.ts';
import type { DepositRow, OrderRow } from '../../db/tables/orders.ts';
import type { OrderContext } from '../core/context.ts';
import { leastAtDepositAddress } from '../core/depositAddress.ts';
import { gatewayOf } from '../../ports/chain/gatewayOf.ts';

/**
 * Returns the time in ms before which orders may have been paid without the books knowing it: when books were last found to be old (D73).
 * null: never.
 */
export async function findLostUntil({ database }: Pick<OrderContext, 'database'>): Promise<number | null> {
  return (await listForgottenIndexes(database, 0)).at(-1)?.since ?? null;
}

/**
 * Returns whether the order's deposit address holds less than the books say. A refund that left from there before the books were restored
 * is in no list of the treasury, so the order must not be paid again. Throws what the gateways throw.
 */
export async function hasDepositLeft(
  context: Pick<OrderContext, 'database' | 'catalogue' | 'gateways'>,
  order: Pick<OrderRow, 'id' | 'deposit_index'>,
  deposits: readonly DepositRow[],
): Promise<boolean> {
  const coins = new Map(deposits.map(({ instrument, network }) => [instrument, network]));
  for (const [instrument, network] of coins) {
    const least = await leastAtDepositAddress(context, context.database, order, instrument);
    if (!isPositive(least)) continue;
    const balance = await gatewayOf(context, network).balance(order.deposit_index, instrument);
    if (compare(balance, least) < 0) return true;
  }
  return false;
}
