import type { Executor } from '../../database.ts';
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
