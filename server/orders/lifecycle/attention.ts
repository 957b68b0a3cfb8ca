import { allowedActions } from '../../../contract/attention.ts';
import { isoTime } from '../../../contract/isoTime.ts';
import { compare } from '../../../contract/money.ts';
import { ATTENTION_REASONS, type DecisionReason, type OrderAttention } from '../../../contract/order.ts';
import type { DepositRow, OrderRow } from '../../db/tables/orders.ts';
import type { OrderContext } from '../core/context.ts';
import { isWorthRefunding, type Decision } from '../rules/decide.ts';
import { ownDeposits, totalAmount } from '../rules/depositRules.ts';
import type { OrderMoney } from '../core/orderMoney.ts';
import { extraActions, extraDeadline, extraTerms, openExtras } from './extraDeposits.ts';
import { delayOf, isOwnSend, refundTermsOf } from './orderFacts.ts';

/**
 * Returns why an order needs attention and which actions it offers (D6, `contract/attention.ts`); null when it needs none. Presents
 * what the order waits for, the refunds of its extra deposits, and its claims. The first reason of the table wins.
 */
export function attentionOf(
  context: OrderContext,
  order: OrderRow,
  { deposits, sends, claims }: OrderMoney,
  decision: Decision,
): OrderAttention | null {
  if (order.status === 'DECISION_NEEDED' && order.decision_reason !== null) {
    return decisionAttention(context, order, order.decision_reason, deposits);
  }
  const refunds = sends.filter((send) => send.kind === 'REFUND' && !isOwnSend(order, send));
  const reasons = new Set<string | null>(refunds.map((send) => delayOf(context, send)));
  if ('wait' in decision) reasons.add(decision.wait);
  if (claims.some((claim) => claim.state === 'HELD')) reasons.add('CLAIM_HELD');
  const reason = ATTENTION_REASONS.find((one) => reasons.has(one));
  return reason ? contact(reason) : extraAttention(context, order, openExtras(order, deposits));
}

/** Returns the attention of an order that awaits a decision. Never throws: an action that can't be checked now is offered. */
export function decisionAttention(
  context: OrderContext,
  order: OrderRow,
  reason: DecisionReason,
  deposits: readonly DepositRow[],
): OrderAttention {
  const actions = allowedActions(reason, {
    hasToken: order.order_token_hash !== null || order.customer_id !== null,
    isAcceptable: isExchangeable(context, order, deposits),
    isRefundable: isRefundable(context, order, deposits),
    endsByItself: endsByItself(context, order, deposits),
  });
  return { reason, actions, deadline: order.decision_deadline === null ? null : isoTime(order.decision_deadline) };
}

/** Returns whether the deposits are refunded automatically at the deadline: there is a refund address, and enough arrives there. */
export function endsByItself(context: OrderContext, order: OrderRow, deposits: readonly DepositRow[]): boolean {
  return order.refund_address !== null && isRefundable(context, order, deposits);
}

function isRefundable(context: OrderContext, order: OrderRow, deposits: readonly DepositRow[]): boolean {
  return isWorthRefunding(ownDeposits(order, deposits), refundTermsOf(context, order));
}

/** Combines the actions of all extra deposits, with the earliest deadline; null while all await confirmations. */
function extraAttention(context: OrderContext, order: OrderRow, extras: readonly DepositRow[]): OrderAttention | null {
  const terms = extraTerms(context, order);
  const actions = new Set(extras.flatMap((deposit) => extraActions(terms, order, deposit)));
  if (actions.size === 0) return null;
  const deadlines = extras.flatMap((deposit) => extraDeadline(terms, order, deposit) ?? []);
  return {
    reason: 'EXTRA_DEPOSIT',
    actions: (['REFUND', 'CONTACT'] as const).filter((action) => actions.has(action)),
    deadline: deadlines.toSorted()[0] ?? null,
  };
}

function contact(reason: OrderAttention['reason']): OrderAttention {
  const noOtherAction = { hasToken: false, isAcceptable: false, isRefundable: false, endsByItself: false };
  return { reason, actions: allowedActions(reason, noOtherAction), deadline: null };
}

/** Reasons that can't be re-checked without a price. */
const PRICE_REASONS: readonly DecisionReason[] = ['BELOW_MINIMUM', 'ABOVE_MAXIMUM', 'NO_PRICE'];

/** Returns whether the decision is about high network fees. Accepting then means accepting the fee. */
export function isDecisionAboutFee({ decision_reason }: OrderRow): boolean {
  return decision_reason === 'NETWORK_CONGESTED';
}

/** Returns whether the deposit is within the desk's bounds and both coins are open. High fees don't close a decision about fees. */
function isExchangeable(context: OrderContext, order: OrderRow, deposits: readonly DepositRow[]): boolean {
  const { instrument_from: from, instrument_to: to } = order;
  const { availability } = context;
  const { receive } = availability.stateOf(to);
  const isReceiveOpen = receive.active || (receive.hasOnlyHighFees && isDecisionAboutFee(order));
  if (!availability.stateOf(from).send.active || !isReceiveOpen) return false;
  const total = totalAmount(ownDeposits(order, deposits));
  try {
    const { minimum, maximum } = context.desk.bounds(from, to, isDecisionAboutFee(order));
    return compare(total, minimum) >= 0 && compare(total, maximum) <= 0;
  } catch {
    // Without a trusted price the bounds are unknown. The accept call reports it.
    return order.decision_reason === null || !PRICE_REASONS.includes(order.decision_reason);
  }
}
