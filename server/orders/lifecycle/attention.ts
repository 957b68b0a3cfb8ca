import { allowedActions } from '../../../contract/attention.ts';
import { isoTime } from '../../../contract/isoTime.ts';
import { compare, isPositive } from '../../../contract/money.ts';
import { ATTENTION_REASONS, type AttentionReason, type DecisionReason, type OrderAttention } from '../../../contract/order.ts';
import type { DepositRow, OrderRow, OutboxRow } from '../../db/tables/orders.ts';
import { FEE_ABOVE_LIMIT } from '../../ports/chain/chainGateway.ts';
import type { OrderContext } from '../core/context.ts';
import { isInBlock, ownDeposits, totalAmount } from '../core/depositRules.ts';
import type { OrderMoney } from '../core/orderMoney.ts';
import { DEPOSIT_REORGED } from '../deposits/depositInclusion.ts';
import { extraActions, extraDeadline, extraTerms, openExtras } from './extraDeposits.ts';
import { amountAfterFee, quoteRefund } from '../sends/refund.ts';

/**
 * What the twelve events do not name, and what can be done about it (D6, `contract/attention.ts`); null when there is
 * nothing. An order says one thing at a time, the first of the table.
 */
export function attentionOf(context: OrderContext, order: OrderRow, money: OrderMoney): OrderAttention | null {
  const { deposits, sends, claims } = money;
  if (order.status === 'DECISION_NEEDED' && order.decision_reason !== null) {
    return decisionAttention(context, order, order.decision_reason, deposits);
  }
  const own = sends.filter((send) => send.kind === 'PAYOUT' || send.kind === 'REFUND');
  const waiting = new Set(own.map((send) => whyLate(context, send)));
  const reason = ATTENTION_REASONS.find((one) => waiting.has(one));
  if (reason) return contact(reason);
  if (isRefundBlocked(context, order, deposits)) return contact('REFUND_BLOCKED');
  if (claims.some((claim) => claim.state === 'HELD')) return contact('CLAIM_HELD');
  return extraAttention(context, order, openExtras(order, deposits));
}

/** A network that was not there in so many tries, some four minutes, may be away for long: that is told. */
export const TRIES_UNTOLD = 8;

/** What a payment waits for beyond the usual: a person, its deposit, the next try, or a cheaper network. null: nothing. */
export function whyWaiting({ state, reason, attempts }: OutboxRow): AttentionReason | null {
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
      return attempts >= TRIES_UNTOLD ? 'PAYOUT_DELAYED' : null;
    case 'CONFIRMED':
    case 'CANCELLED':
      return null;
  }
}

/** {@link whyWaiting}; and of a payment that nobody can try, because this host has no connection to its network any more. */
export function whyLate({ gateways }: Pick<OrderContext, 'gateways'>, send: OutboxRow): AttentionReason | null {
  const isUntried = send.state === 'PENDING' && !gateways.has(send.network);
  return whyWaiting(send) ?? (isUntried ? 'PAYOUT_DELAYED' : null);
}

/** The question of an order that asks one. Throws nothing: what can't be known now is offered, and refused with its reason. */
export function decisionAttention(
  context: OrderContext,
  order: OrderRow,
  reason: DecisionReason,
  deposits: readonly DepositRow[],
): OrderAttention {
  const actions = allowedActions(reason, {
    hasToken: order.order_token_hash !== null,
    isAcceptable: isExchangeable(context, order, deposits),
    isRefundable: isWorthRefunding(context, order, deposits),
    endsByItself: endsByItself(context, order, deposits),
  });
  return { reason, actions, deadline: order.decision_deadline === null ? null : isoTime(order.decision_deadline) };
}

/** Without an answer the deposits go back at the deadline, with or without a token: there is an address, and the fee leaves something. */
export function endsByItself(context: OrderContext, order: OrderRow, deposits: readonly DepositRow[]): boolean {
  return order.refund_address !== null && isWorthRefunding(context, order, deposits);
}

/** Several may have come: what can be done about one of them can be done. null while all still get their confirmations. */
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
  const nothingElse = { hasToken: false, isAcceptable: false, isRefundable: false, endsByItself: false };
  return { reason, actions: allowedActions(reason, nothingElse), deadline: null };
}

/** The network took back part of the deposit after the refund was chosen, or an operator chose it and the fee has risen. */
export function isRefundBlocked(context: OrderContext, order: OrderRow, deposits: readonly DepositRow[]): boolean {
  if (order.status !== 'REFUND_REQUESTED') return false;
  const own = ownDeposits(order, deposits);
  if (!own.some(isInBlock)) return false;
  try {
    const fee = order.refund?.network_fee ?? context.desk.networkFee(order.instrument_from, context.now());
    return !isPositive(amountAfterFee(totalAmount(own), fee));
  } catch {
    // The fee is not known at this moment: it goes back when it is.
    return false;
  }
}

/** Without a price these are not known to be over. */
const DOUBTFUL: readonly DecisionReason[] = ['BELOW_MINIMUM', 'ABOVE_MAXIMUM', 'NO_PRICE'];

/** Whether the question is about the network's fee: whoever accepts agrees to it, so that it is no reason to refuse him. */
export function isAskedAboutFee({ decision_reason }: OrderRow): boolean {
  return decision_reason === 'NETWORK_CONGESTED';
}

/** Within the desk's bounds, and both coins open; where the fee is what is asked about, it closes nothing. */
function isExchangeable(context: OrderContext, order: OrderRow, deposits: readonly DepositRow[]): boolean {
  const { instrument_from: from, instrument_to: to } = order;
  const { availability } = context;
  const { receive } = availability.stateOf(to);
  const isReceiveOpen = receive.active || (receive.hasOnlyHighFees && isAskedAboutFee(order));
  if (!availability.stateOf(from).send.active || !isReceiveOpen) return false;
  const total = totalAmount(ownDeposits(order, deposits));
  try {
    const { minimum, maximum } = context.desk.bounds(from, to);
    return compare(total, minimum) >= 0 && compare(total, maximum) <= 0;
  } catch {
    // No trustworthy price at this moment: the offer will say so when it is asked for.
    return order.decision_reason === null || !DOUBTFUL.includes(order.decision_reason);
  }
}

function isWorthRefunding(context: OrderContext, order: OrderRow, deposits: readonly DepositRow[]): boolean {
  try {
    return isPositive(quoteRefund(context, order, deposits).amount);
  } catch {
    return ownDeposits(order, deposits).length > 0;
  }
}
