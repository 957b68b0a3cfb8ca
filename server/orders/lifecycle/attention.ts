import { allowedActions } from '../../../contract/attention.ts';
import { isoTime } from '../../../contract/isoTime.ts';
import { compare, isPositive } from '../../../contract/money.ts';
import { ATTENTION_REASONS, type AttentionReason, type DecisionReason, type OrderAttention } from '../../../contract/order.ts';
import { PAYOUTS_STOPPED } from '../../db/repositories/switches.ts';
import type { DepositRow, OrderRow } from '../../db/tables/orders.ts';
import type { OutboxRow } from '../../db/tables/payments.ts';
import { FEE_ABOVE_LIMIT } from '../../ports/chain/chainGateway.ts';
import type { OrderContext } from '../core/context.ts';
import { isInBlock, ownDeposits, totalAmount } from '../rules/depositRules.ts';
import type { OrderMoney } from '../core/orderMoney.ts';
import { DEPOSIT_REORGED } from '../deposits/depositInclusion.ts';
import { extraActions, extraDeadline, extraTerms, openExtras } from './extraDeposits.ts';
import { amountAfterFee, quoteRefund } from './refund.ts';

/**
 * Returns why an order needs attention and which actions it offers (D6, `contract/attention.ts`); null when it needs none.
 * When several reasons apply, the first one of the table wins.
 */
export function attentionOf(context: OrderContext, order: OrderRow, money: OrderMoney): OrderAttention | null {
  const { deposits, sends, claims } = money;
  if (order.status === 'DECISION_NEEDED' && order.decision_reason !== null) {
    return decisionAttention(context, order, order.decision_reason, deposits);
  }
  const own = sends.filter((send) => send.kind === 'PAYOUT' || send.kind === 'REFUND');
  const reasons = new Set(own.map((send) => delayReason(context, send)));
  const reason = ATTENTION_REASONS.find((one) => reasons.has(one));
  if (reason) return contact(reason);
  if (isRefundBlocked(context, order, deposits)) return contact('REFUND_BLOCKED');
  if (claims.some((claim) => claim.state === 'HELD')) return contact('CLAIM_HELD');
  return extraAttention(context, order, openExtras(order, deposits));
}

/** Failed attempts, about four minutes, after which a send counts as delayed. */
export const ATTEMPTS_BEFORE_DELAYED = 8;

/** Returns why a payout or refund is late; null when it is not. */
function delayReasonOfState({ state, reason, attempts }: OutboxRow): AttentionReason | null {
  switch (state) {
    case 'HELD':
      return 'PAYOUT_HELD';
    case 'FAILED':
      return 'PAYOUT_FAILED';
    case 'REFUSED':
      return reason === DEPOSIT_REORGED ? 'DEPOSIT_REORGED' : 'PAYOUT_DELAYED';
    case 'SENT':
      return reason === FEE_ABOVE_LIMIT ? 'PAYOUT_DELAYED' : null;
    case 'PENDING':
      return attempts >= ATTEMPTS_BEFORE_DELAYED || reason === PAYOUTS_STOPPED ? 'PAYOUT_DELAYED' : null;
    case 'CONFIRMED':
    case 'CANCELLED':
      return null;
  }
}

/** Returns why a payout or refund is late, also when this host is no longer connected to its network; null when it is not. */
export function delayReason({ gateways }: Pick<OrderContext, 'gateways'>, send: OutboxRow): AttentionReason | null {
  const isDisconnected = send.state === 'PENDING' && !gateways.has(send.network);
  return delayReasonOfState(send) ?? (isDisconnected ? 'PAYOUT_DELAYED' : null);
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
    isRefundable: isWorthRefunding(context, order, deposits),
    endsByItself: endsByItself(context, order, deposits),
  });
  return { reason, actions, deadline: order.decision_deadline === null ? null : isoTime(order.decision_deadline) };
}

/** Returns whether the deposits are refunded automatically at the deadline: there is a refund address, and more than the fee. */
export function endsByItself(context: OrderContext, order: OrderRow, deposits: readonly DepositRow[]): boolean {
  return order.refund_address !== null && isWorthRefunding(context, order, deposits);
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

/** Returns whether a requested refund can't be sent because its fee exceeds what is left of the deposit. */
export function isRefundBlocked(context: OrderContext, order: OrderRow, deposits: readonly DepositRow[]): boolean {
  if (order.status !== 'REFUND_REQUESTED') return false;
  const own = ownDeposits(order, deposits);
  if (!own.some(isInBlock)) return false;
  try {
    const fee = order.refund?.network_fee ?? quoteRefund(context, order, deposits).networkFee;
    return !isPositive(amountAfterFee(totalAmount(own), fee));
  } catch {
    // The fee is unknown now. The refund is sent once it is known.
    return false;
  }
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

function isWorthRefunding(context: OrderContext, order: OrderRow, deposits: readonly DepositRow[]): boolean {
  try {
    return isPositive(quoteRefund(context, order, deposits).amount);
  } catch {
    return ownDeposits(order, deposits).length > 0;
  }
}
