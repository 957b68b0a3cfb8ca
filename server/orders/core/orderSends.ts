import type { OrderRow } from '../../db/tables/orders.ts';
import type { OrderSend, OutboxRow } from '../../db/tables/payments.ts';
import { RECIPIENT_BLOCKED } from '../../ports/chain/chainGateway.ts';
import { sendId } from '../../payments/outbox/enqueue.ts';

/** Returns the id of an order's own payout or refund. Refunds of extra deposits have other ids (`extraRefundId`). */
export function ownSendId(kind: 'PAYOUT' | 'REFUND', { id }: { readonly id: string }): string {
  return sendId(kind, id);
}

/** Returns whether a send belongs to an order. */
export function isOrderSend(row: OutboxRow): row is OrderSend {
  return row.order_id !== null;
}

/** Returns whether the deposit of a decided order is in the treasury: a sweep of its coin has arrived since the order was priced. */
export function isCollected(
  { instrument_from: instrument, settlement }: Pick<OrderRow, 'instrument_from' | 'settlement'>,
  sends: readonly OutboxRow[],
): boolean {
  const since = settlement?.settled_at ?? 0;
  return sends.some(
    (send) => send.kind === 'SWEEP' && send.instrument === instrument && send.created_at >= since && send.state === 'CONFIRMED',
  );
}

/** Returns whether a payout was cancelled because its token blocks the recipient. Then the order's deposit is refunded. */
export function wasRecipientBlocked(sends: readonly OutboxRow[]): boolean {
  return sends.some(({ kind, state, reason }) => kind === 'PAYOUT' && state === 'CANCELLED' && reason === RECIPIENT_BLOCKED);
}
