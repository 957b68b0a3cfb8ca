import type { Order } from '../../../../contract/api/orders.ts';
import { orderStage, ownRefund } from '../../../../contract/orderStage.ts';

/** The payment that the attention is about: the order's payout or refund, or the refund of an extra deposit. */
export type ConcernedPayment = 'payout' | 'refund' | 'extra' | 'either';

/** Returns the order's own payout or refund in the stages "payingOut" and "refunding". */
function ownPayment(order: Order): { sentAt: string | null } | undefined {
  const stage = orderStage(order);
  if (stage === 'payingOut') return order.withdrawals[0];
  return stage === 'refunding' ? ownRefund(order) : undefined;
}

/** True when the order's own payment was sent. The page must not say so earlier. */
export function hasLeft(order: Order): boolean {
  const payment = ownPayment(order);
  // A host that knows only the specification sends no `sentAt` (D1).
  return payment !== undefined && payment.sentAt !== null;
}

/**
 * Returns which payment the attention is about. The host publishes only the reason. If both the order's own payment and the
 * refund of an extra deposit are unsent, it can be either.
 */
export function concernedPayment(order: Order): ConcernedPayment {
  const stage = orderStage(order);
  const own = stage === 'payingOut' ? 'payout' : stage === 'refunding' ? 'refund' : null;
  const extras = order.refunds.filter(({ isExtra }) => isExtra === true);
  if (order.attention?.reason === 'REFUND_BLOCKED') return 'refund';
  if (extras.length === 0) return own ?? 'either';
  if (own === null || ownPayment(order) === undefined) return 'extra';
  const isExtraHere = extras.some(({ sentAt }) => sentAt === null);
  if (hasLeft(order) !== isExtraHere) return 'either';
  return isExtraHere ? 'extra' : own;
}

/** True when a reorg dropped the deposit behind the order's own payout or refund. */
export function isPaymentReorged(order: Order): boolean {
  if (order.attention?.reason !== 'DEPOSIT_REORGED') return false;
  const concerned = concernedPayment(order);
  return concerned === 'payout' || concerned === 'refund';
}
