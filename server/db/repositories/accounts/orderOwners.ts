import { ConcurrentUpdateError } from '../../../common/retryOnConflict.ts';
import { insertRows } from '../../compiled.ts';
import type { Executor } from '../../database.ts';
import type { OrderOwnerRow } from '../../tables/accounts.ts';

/**
 * Inserts the customers of up to a few dozen new orders, whose `customer_id` is set already. Returns false if one of them has closed the
 * account meanwhile: then the transaction must be rolled back.
 */
export async function insertOrderOwners(transaction: Executor, owners: readonly OrderOwnerRow[]): Promise<boolean> {
  if (owners.length === 0) return true;
  await insertRows(transaction, 'order_owners', owners);
  // Read after the insertion, which has waited for a closing at the same time.
  const users = transaction
    .selectFrom('users')
    .select('id')
    .where(
      'id',
      'in',
      owners.map(({ user_id }) => user_id),
    );
  return (await users.where('closed_at', 'is not', null).limit(1).executeTakeFirst()) === undefined;
}

/** Returns the customer of an order; undefined for a guest's order. */
export async function findOrderOwner(executor: Executor, orderId: string): Promise<OrderOwnerRow | undefined> {
  return await executor.selectFrom('order_owners').selectAll().where('order_id', '=', orderId).executeTakeFirst();
}

/** Returns how each of these orders became a customer's, by order id. Orders of guests are missing. */
export async function listOrderSources(
  executor: Executor,
  orderIds: readonly string[],
): Promise<Map<string, OrderOwnerRow['source']>> {
  if (orderIds.length === 0) return new Map();
  const owners = executor.selectFrom('order_owners').select(['order_id', 'source']).where('order_id', 'in', orderIds);
  return new Map((await owners.execute()).map(({ order_id, source }) => [order_id, source]));
}

/**
 * Gives a guest's order to a customer, in the caller's transaction. Returns false without any change if the order has a customer
 * already.
 */
export async function claimOrder(transaction: Executor, orderId: string, userId: number): Promise<boolean> {
  const claimed = await transaction
    .updateTable('orders')
    .set({ customer_id: userId })
    .where('id', '=', orderId)
    .where('customer_id', 'is', null)
    .returning(['created_at'])
    .executeTakeFirst();
  if (!claimed) return false;
  const owner = {
    order_id: orderId,
    user_id: userId,
    source: 'CLAIMED',
    api_key_id: null,
    created_at: claimed.created_at,
  } as const;
  if (!(await insertOrderOwners(transaction, [owner]))) throw new ConcurrentUpdateError(orderId);
  return true;
}

/** Returns the ids of a customer's latest orders, the newest first. */
export async function listLatestOrdersOf(executor: Executor, userId: number, limit: number): Promise<string[]> {
  const orders = executor.selectFrom('order_owners').select('order_id').where('user_id', '=', userId);
  const rows = await orders.orderBy('created_at', 'desc').orderBy('order_id').limit(limit).execute();
  return rows.map(({ order_id }) => order_id);
}

/** Returns whether an order was created in the account of a customer, signed in or with an API key. */
export async function hasCreatedOrder(executor: Executor, userId: number): Promise<boolean> {
  const order = await executor
    .selectFrom('order_owners')
    .select('order_id')
    .where('user_id', '=', userId)
    .where('source', '<>', 'CLAIMED')
    .limit(1)
    .executeTakeFirst();
  return order !== undefined;
}
