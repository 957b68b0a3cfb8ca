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

/** Returns whether a payout was cancelled because its token blocks the recipient. Then the order's deposit is refunded. */
export function wasRecipientBlocked(sends: readonly OutboxRow[]): boolean {
  return sends.some(({ kind, state, reason }) => kind === 'PAYOUT' && state === 'CANCELLED' && reason === RECIPIENT_BLOCKED);
}
