import type { Executor } from '../../database.ts';
import type { OrderOwnerRow } from '../../tables/accounts.ts';

/** Inserts the customers of up to a few dozen new orders, whose `customer_id` is set already. */
export async function insertOrderOwners(executor: Executor, owners: readonly OrderOwnerRow[]): Promise<void> {
  if (owners.length > 0) await executor.insertInto('order_owners').values(owners).execute();
}

/** Returns the customer of an order; undefined for a guest's order. */
export async function findOrderOwner(executor: Executor, orderId: string): Promise<OrderOwnerRow | undefined> {
  return await executor.selectFrom('order_owners').selectAll().where('order_id', '=', orderId).executeTakeFirst();
}
