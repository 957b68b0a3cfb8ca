import type { Executor } from '../../database.ts';
import type { DepositClaimRow, DepositRow, OrderEventTable, OrderRow } from '../../tables/orders.ts';
import type { OutboxRow } from '../../tables/payments.ts';
import { listDepositsOfOrders } from '../deposits.ts';
import { listOrders, type LaterOrder } from '../orders.ts';

/** An order with the rows of other tables that its answer is made of. */
export interface HistoryOrder {
  order: OrderRow;
  events: readonly OrderEventTable[];
  deposits: readonly DepositRow[];
  sends: readonly OutboxRow[];
  claims: readonly DepositClaimRow[];
  laterOrders: readonly LaterOrder[];
}

/** Returns up to a few hundred orders with their rows, in the order of the ids. Ignores unknown ids. */
export async function listHistoryOrders(executor: Executor, orderIds: readonly string[]): Promise<HistoryOrder[]> {
  if (orderIds.length === 0) return [];
  const orders = new Map((await listOrders(executor, orderIds)).map((order) => [order.id, order]));
  const events = await executor
    .selectFrom('order_events')
    .selectAll()
    .where('order_id', 'in', orderIds)
    .orderBy('sequence')
    .execute();
  const deposits = await listDepositsOfOrders(executor, orderIds);
  const sends = await executor.selectFrom('outbox').selectAll().where('order_id', 'in', orderIds).orderBy('created_at').execute();
  const claims = await executor
    .selectFrom('deposit_claims')
    .selectAll()
    .where('order_id', 'in', orderIds)
    .orderBy('created_at')
    .execute();
  const later = await executor
    .selectFrom('orders')
    .select(['id', 'claimed_deposit_amount', 'status', 'created_at', 'first_order_id'])
    .where('first_order_id', 'in', orderIds)
    .orderBy('created_at')
    .execute();
  const eventsOf = Map.groupBy(events, (row) => row.order_id);
  const depositsOf = Map.groupBy(deposits, (row) => row.order_id);
  const sendsOf = Map.groupBy(sends, (row) => row.order_id);
  const claimsOf = Map.groupBy(claims, (row) => row.order_id);
  const laterOf = Map.groupBy(later, (row) => row.first_order_id);
  return orderIds.flatMap((id) => {
    const order = orders.get(id);
    if (!order) return [];
    return {
      order,
      events: eventsOf.get(id) ?? [],
      deposits: depositsOf.get(id) ?? [],
      sends: sendsOf.get(id) ?? [],
      claims: claimsOf.get(id) ?? [],
      laterOrders: laterOf.get(id) ?? [],
    };
  });
}
