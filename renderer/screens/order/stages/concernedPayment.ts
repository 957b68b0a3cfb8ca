import type { Order } from '../../../../contract/api/orders.ts';
import { orderStage, ownRefund } from '../../../stores/order/orderStage.ts';

/** What the exchange sends: the order's own payout or refund, or the refund of what came besides. */
export type ConcernedPayment = 'payout' | 'refund' | 'extra' | 'either';

/** The order's own payout or refund, while that is what the order is at. */
function ownPayment(order: Order): { sentAt: string | null } | undefined {
  const stage = orderStage(order);
  if (stage === 'payingOut') return order.withdrawals[0];
  return stage === 'refunding' ? ownRefund(order) : undefined;
}

/** Until then nothing may be called on its way. */
export function hasLeft(order: Order): boolean {
  const payment = ownPayment(order);
  // A host that knows only the specification does not say when (D1).
  return payment !== undefined && payment.sentAt !== null;
}

/**
 * Which payment it is that waits. The host says no more than the reason: it is one that has not left, and beside a refund of
 * extra money that has not left either it can be both.
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

/** The network took back what the order's own payout or refund rests on. */
export function isTakenBack(order: Order): boolean {
  if (order.attention?.reason !== 'DEPOSIT_REORGED') return false;
  const concerned = concernedPayment(order);
  return concerned === 'payout' || concerned === 'refund';
}
