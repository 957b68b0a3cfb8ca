import type { Executor } from '../../db/database.ts';
import { requestSweep } from '../../db/repositories/sweeps.ts';
import type { OrderRow } from '../../db/tables/orders.ts';
import { amend } from './machine.ts';

/**
 * Requests a sweep of the order's address on a network and returns the updated order.
 *
 * @throws ConcurrentUpdateError if the order has changed since it was read
 */
export async function scheduleSweep(transaction: Executor, order: OrderRow, network: string): Promise<OrderRow> {
  const amended = await amend(transaction, order, {});
  await requestSweep(transaction, { order_id: order.id, network });
  return amended;
}
