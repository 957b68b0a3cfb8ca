import type { Order } from './api/orders.ts';
import type { Decimal } from './money.ts';
import {
  amountAtOldRate,
  canSendAgain,
  depositedAmount,
  isDepositReorged,
  isRateLost,
  orderStage,
  ownDeposits,
} from './orderStage.ts';

/** Returns the payout amount, in instrumentTo. */
export function paidOut({ withdrawals, amountToGet }: Pick<Order, 'withdrawals' | 'amountToGet'>): Decimal {
  return withdrawals[0]?.amount ?? amountToGet;
}

/** True when the agreed terms no longer apply: a decision is open, or the order will not pay out. */
export function areTermsOver(order: Order): boolean {
  const stage = orderStage(order);
  if (isRateLost(order)) return true;
  if (stage === 'depositReorged') return !canSendAgain(order);
  return stage === 'decision' || stage === 'refunding' || stage === 'refunded' || stage === 'expired';
}

/** True while the page asks for a deposit that the terms still cover. */
export function awaitsDeposit(order: Order): boolean {
  return !areTermsOver(order) && (ownDeposits(order).length === 0 || orderStage(order) === 'partlyPaid');
}

/** True when the payout amount is final: a floating one once it is priced, a fixed one until its rate is lost. */
export function isPayoutFinal(order: Order): boolean {
  const stage = orderStage(order);
  return (order.rateMode === 'FIXED' && stage !== 'decision') || stage === 'payingOut' || stage === 'completed';
}

/** Returns the agreed price of one instrumentFrom, in instrumentTo. One that the customer accepted later replaces the first one. */
export function agreedPrice({ acceptedPrice, claimedPublicRate }: Order): Decimal {
  return acceptedPrice ?? claimedPublicRate.price;
}

/** Returns the agreed amount to send. Accepted terms are for the deposited amount, which may differ from the claimed one. */
export function agreedAmount(order: Order): Decimal {
  return order.acceptedPrice && !isDepositReorged(order) ? depositedAmount(order) : order.claimedDepositAmount;
}

/** Returns what arrives for the amount that was sent: the payout, or before it is priced, the deposit at the agreed rate. */
export function amountToReceive(order: Order): Decimal {
  const isPromised = order.settledPrice || order.acceptedPrice || ownDeposits(order).length === 0;
  const isFinal = ['partlyPaid', 'payingOut', 'completed'].includes(orderStage(order));
  return isPromised || isFinal ? paidOut(order) : amountAtOldRate(order, order.amountToGet);
}
