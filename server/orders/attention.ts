import type { OrderAttention } from '../../contract/order.ts';
import { compare, isPositive } from '../../contract/money.ts';
import type { DepositRow, OrderRow, OutboxRow } from '../db/tables/orders.ts';
import type { OrderContext } from './context.ts';
import { ownDeposits, totalOf } from './depositRules.ts';
import { refundDue } from './refund.ts';

/** What the twelve events do not name, and what can be done about it (D6); null when there is nothing. */
export function attentionOf(
  context: OrderContext,
  order: OrderRow,
  deposits: readonly DepositRow[],
  sends: readonly OutboxRow[],
): OrderAttention | null {
  if (order.status === 'DECISION_NEEDED' && order.decision_reason !== null) {
    return {
      reason: order.decision_reason,
      actions: decisionActions(context, order, deposits),
      deadline: order.decision_deadline === null ? null : new Date(order.decision_deadline).toISOString(),
    };
  }
  const own = sends.filter((send) => send.kind === 'PAYOUT' || send.kind === 'REFUND');
  if (own.some((send) => send.state === 'HELD')) return contact('PAYOUT_HELD');
  if (own.some((send) => send.state === 'REFUSED' || send.state === 'FAILED')) return contact('PAYOUT_DELAYED');
  if (deposits.some((deposit) => isExtra(order, deposit))) return contact('EXTRA_DEPOSIT');
  return null;
}

function contact(reason: OrderAttention['reason']): OrderAttention {
  return { reason, actions: ['CONTACT'], deadline: null };
}

/** Came besides what was exchanged or refunded; kept as a debt to the customer. */
export function isExtra(order: OrderRow, deposit: DepositRow): boolean {
  if (deposit.role !== null) return deposit.role === 'EXTRA';
  return ['PAYING_OUT', 'COMPLETED', 'REFUNDING', 'REFUNDED'].includes(order.status);
}

function decisionActions(context: OrderContext, order: OrderRow, deposits: readonly DepositRow[]): OrderAttention['actions'] {
  const actions: OrderAttention['actions'] = [];
  if (isWithinBounds(context, order, deposits)) actions.push('ACCEPT');
  if (isRefundable(context, order, deposits)) actions.push('REFUND');
  return actions.length > 0 ? actions : ['CONTACT'];
}

function isWithinBounds(context: OrderContext, order: OrderRow, deposits: readonly DepositRow[]): boolean {
  const total = totalOf(ownDeposits(order, deposits));
  try {
    const { minimum, maximum } = context.desk.bounds(order.instrument_from, order.instrument_to);
    return compare(total, minimum) >= 0 && compare(total, maximum) <= 0;
  } catch {
    // No trustworthy price now: the offer will say so when it is asked for.
    return order.decision_reason !== 'BELOW_MINIMUM' && order.decision_reason !== 'ABOVE_MAXIMUM';
  }
}

function isRefundable(context: OrderContext, order: OrderRow, deposits: readonly DepositRow[]): boolean {
  try {
    return isPositive(refundDue(context, order, deposits).amount);
  } catch {
    return true;
  }
}
