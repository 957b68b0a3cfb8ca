import type { Executor } from '../database.ts';

export interface OrderMark {
  orderId: string;
  /** Differs as soon as anything differs that an answer about the order shows. */
  mark: string;
}

/** Fewer than any database's limit of parameters. */
const AT_ONCE = 500;

/**
 * A mark of each order that exists, by which a change is found whoever made it, another process included. Small rows by
 * key and nothing joined: asked once a second for every order that somebody watches.
 */
export async function listOrderMarks(executor: Executor, orderIds: readonly string[], now: number): Promise<OrderMark[]> {
  const marks: OrderMark[] = [];
  for (let start = 0; start < orderIds.length; start += AT_ONCE) {
    marks.push(...(await listSome(executor, orderIds.slice(start, start + AT_ONCE), now)));
  }
  return marks;
}

async function listSome(executor: Executor, orderIds: readonly string[], now: number): Promise<OrderMark[]> {
  const [orders, deposits, sends] = await Promise.all([
    executor.selectFrom('orders').select(['id', 'version', 'expires_at', 'watch_until']).where('id', 'in', orderIds).execute(),
    executor
      .selectFrom('deposits')
      .select(['order_id', 'tx_hash', 'transfer_index', 'confirmations', 'is_reorged', 'role'])
      .where('order_id', 'in', orderIds)
      .orderBy('tx_hash')
      .orderBy('transfer_index')
      .execute(),
    executor
      .selectFrom('outbox')
      .select(['order_id', 'id', 'state', 'reason', 'attempts', 'tx_hash', 'sent_at'])
      .where('order_id', 'in', orderIds)
      .orderBy('id')
      .execute(),
  ]);
  const parts = new Map<string, unknown[]>();
  // An order that expires, or is watched no longer, changes without being written.
  for (const { id, version, expires_at, watch_until } of orders) parts.set(id, [version, now > expires_at, now > watch_until]);
  for (const { order_id, ...deposit } of deposits) parts.get(order_id ?? '')?.push(Object.values(deposit));
  for (const { order_id, ...send } of sends) parts.get(order_id)?.push(Object.values(send));
  return [...parts].map(([orderId, values]) => ({ orderId, mark: JSON.stringify(values) }));
}
