import type { Executor } from '../../db/database.ts';
import { reopenSweep, requestSweep } from '../../db/repositories/sweeps.ts';
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

/**
 * Marks a sweep as in flight again after a reorg dropped its transaction, so that no second sweep is planned. Returns the
 * updated order.
 *
 * @throws ConcurrentUpdateError if the order has changed since it was read
 */
export async function awaitSweep(transaction: Executor, order: OrderRow, network: string): Promise<OrderRow> {
  const amended = await amend(transaction, order, {});
  await reopenSweep(transaction, { order_id: order.id, network });
  return amended;
}
