import type { Executor } from '../../database.ts';
import type { OrderTable, Settlement } from '../../tables/orders.ts';
import type { OutboxRow } from '../../tables/payments.ts';

/** Returns the pending payouts whose orders were priced between two times, the oldest first. */
export async function listPricedPayouts(executor: Executor, { from, to }: { from: number; to: number }): Promise<OutboxRow[]> {
  return await executor
    .selectFrom('outbox')
    .innerJoin('order_settlements', 'order_settlements.order_id', 'outbox.order_id')
    .selectAll('outbox')
    .where('outbox.kind', '=', 'PAYOUT')
    .where('outbox.state', '=', 'PENDING')
    .where('order_settlements.settled_at', '>=', from)
    .where('order_settlements.settled_at', '<', to)
    .orderBy('outbox.created_at')
    .orderBy('outbox.id')
    .execute();
}

/** An order whose exchange was priced, with the state of its payout. */
export type PricedOrder = Pick<OrderTable, 'instrument_from' | 'instrument_to'> &
  Pick<Settlement, 'amount' | 'price' | 'settled_at'> &
  Pick<OutboxRow, 'state'> & { order_id: string };

/** Returns the newest payouts of these coins since a time in ms, in any state, with what their orders were priced at. */
export async function listPricedSince(
  executor: Executor,
  { instruments, since, limit }: { instruments: readonly string[]; since: number; limit: number },
): Promise<PricedOrder[]> {
  return await executor
    .selectFrom('outbox')
    .innerJoin('order_settlements', 'order_settlements.order_id', 'outbox.order_id')
    .innerJoin('orders', 'orders.id', 'outbox.order_id')
    .select(['orders.instrument_from', 'orders.instrument_to', 'orders.id as order_id', 'outbox.state'])
    .select(['order_settlements.amount', 'order_settlements.price', 'order_settlements.settled_at'])
    .where('outbox.kind', '=', 'PAYOUT')
    // The index begins with the coin.
    .where('outbox.instrument', 'in', instruments)
    .where('outbox.created_at', '>=', since)
    .orderBy('outbox.created_at', 'desc')
    .limit(limit)
    .execute();
}
