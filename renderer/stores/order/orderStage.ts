import type { Order } from '../../../contract/api/orders.ts';
import { FIXED_AMOUNT_TOLERANCE_PERCENT, XMR_MIN_CONFIRMATIONS } from '../../../contract/limits.ts';
import {
  add,
  amount,
  compare,
  ONE,
  roundToDecimal,
  subtract,
  sum,
  toDecimal,
  ZERO,
  type Decimal,
} from '../../../contract/money.ts';
import {
  ATTENTION_REASONS,
  DECISION_REASONS,
  needsRateModeDecision,
  ORDER_EVENT_KINDS,
  rateWarningCause,
  type DecisionReason,
  type OrderEventKind,
} from '../../../contract/order.ts';

/** Where the customer sees an order stand; exactly one at a time. */
export type OrderStage =
  | 'awaitingDeposit'
  | 'expired'
  | 'depositReorged'
  | 'partlyPaid'
  | 'depositSeen'
  | 'confirming'
  | 'processing'
  | 'decision'
  | 'payingOut'
  | 'completed'
  | 'refunding'
  | 'refunded';

/** What an order waits for without its customer's doing. */
const MOVES_BY_ITSELF = ['PRICE', 'NETWORK', 'DEPOSIT_NETWORK'] as const satisfies Order['waitsFor'][];

const LEAST_SHARE = ONE.minus(amount(FIXED_AMOUNT_TOLERANCE_PERCENT).div(amount('100')));

/** Reads the stage from what the host published. What a newer host says and we don't know is "processing". */
export function orderStage(order: Order): OrderStage {
  const has = (kind: OrderEventKind): boolean => hasEvent(order, kind);
  if (has('REFUND_COMPLETED')) return 'refunded';
  if (has('WITHDRAWAL_COMPLETED')) return 'completed';
  if (order.isExpired) return 'expired';
  if (isDepositReorged(order)) return 'depositReorged';
  if (has('REFUND_REQUESTED')) return 'refunding';
  if (decisionReason(order) !== null) return 'decision';
  if (endsInUnknownEvent(order) || hasUnknownReason(order)) return 'processing';
  if (has('FUNDS_WITHDRAWAL_START')) return 'payingOut';
  if (MOVES_BY_ITSELF.some((what) => what === order.waitsFor)) return 'processing';
  if (has('INCOMING_FUNDS_DETECTED')) return 'confirming';
  if (isPartlyPaid(order)) return 'partlyPaid';
  if (waitsUntold(order)) return 'processing';
  if (has('DEPOSIT_REGISTERED') || ownDeposits(order).length > 0) return 'depositSeen';
  return 'awaitingDeposit';
}

/** What the customer is asked about: the specification's rate warnings (§4), or a reason without an event (D6). */
export function decisionReason({ orderEvents, attention }: Order): DecisionReason | null {
  const cause = rateWarningCause(orderEvents);
  const published = DECISION_REASONS.find((reason) => reason === attention?.reason);
  if (published) return published;
  if (cause !== null) return (['HIGH_VOLATILITY', 'SLOW_DEPOSIT', 'WRONG_DEPOSIT_AMOUNT'] as const)[cause - 1] ?? null;
  // The mode changed, and the host does not say why.
  return needsRateModeDecision(orderEvents) ? 'HIGH_VOLATILITY' : null;
}

const hasEvent = ({ orderEvents }: Order, kind: OrderEventKind): boolean => orderEvents.some((event) => event.kind === kind);

/**
 * The network took all of it back (replaced, or its block left the chain), and events are never taken back. What was
 * exchanged or is on its way back had its confirmations, unless the order says that it is over all the same.
 */
export function isDepositReorged(order: Order): boolean {
  const wasSeen = hasEvent(order, 'DEPOSIT_REGISTERED') || hasEvent(order, 'INCOMING_FUNDS_DETECTED');
  const isDecided = !order.isExpired && (hasEvent(order, 'FUNDS_WITHDRAWAL_START') || ownRefund(order) !== undefined);
  return wasSeen && !isDecided && ownDeposits(order).length === 0;
}

/** The exchange or the refund had begun when the network took the deposit back for good, and nothing was sent. */
export function isClosed(order: Order): boolean {
  const isDecided = hasEvent(order, 'FUNDS_WITHDRAWAL_START') || hasEvent(order, 'REFUND_REQUESTED');
  return orderStage(order) === 'expired' && isDecided;
}

/** {@link isDepositReorged}, and the order waits for another one as it did for the first. */
export function canSendAgain(order: Order): boolean {
  const isAsked = decisionReason(order) !== null || hasEvent(order, 'REFUND_REQUESTED');
  return orderStage(order) === 'depositReorged' && !isAsked;
}

/** The page says what to send, and where: nothing of it may be shown that was not signed. */
export function asksToSend(order: Order): boolean {
  const stage = orderStage(order);
  return stage === 'awaitingDeposit' || stage === 'partlyPaid' || canSendAgain(order);
}

function endsInUnknownEvent({ orderEvents }: Order): boolean {
  const last = orderEvents.at(-1);
  return last !== undefined && !ORDER_EVENT_KINDS.some((kind) => kind === last.kind);
}

function hasUnknownReason({ attention }: Order): boolean {
  return attention !== null && attention !== undefined && !ATTENTION_REASONS.some((reason) => reason === attention.reason);
}

/** Deposits add up until the time is over (D9); of a floating one, only the host knows how little is too little. */
function isPartlyPaid(order: Order): boolean {
  const isTimeOver = Date.parse(order.serverTime) > Date.parse(order.expiresAt);
  return order.rateMode === 'FIXED' ? isShort(order) && !isTimeOver : order.waitsFor === 'REST';
}

/** A host that does not say what it waits for: to send more could be wrong. */
function waitsUntold(order: Order): boolean {
  const isInBlock = ownDeposits(order).every(({ confirmations }) => confirmations > 0);
  return order.waitsFor === undefined && isShort(order) && isInBlock;
}

/** By more than the tolerance. */
function isShort(order: Order): boolean {
  const least = toDecimal(amount(order.claimedDepositAmount).times(LEAST_SHARE));
  return ownDeposits(order).length > 0 && compare(depositedAmount(order), least) < 0;
}

/** A person compares a payment that was claimed for it (D6). */
export function hasHeldClaim({ claims }: Order): boolean {
  return claims?.some(({ state }) => state === 'HELD') ?? false;
}

/** What the order is about: without what came besides, which may be another coin altogether (D6). */
export function ownDeposits({ deposits }: Order): Order['deposits'] {
  return deposits.filter((deposit) => deposit.isExtra !== true);
}

/** The refund of the order itself, not of what came besides (D6). */
export function ownRefund({ refunds }: Order): Order['refunds'][number] | undefined {
  return refunds.find((refund) => refund.isExtra !== true);
}

/** In instrumentFrom. */
export function depositedAmount(order: Order): Decimal {
  return sum(ownDeposits(order).map((deposit) => deposit.amount));
}

/**
 * What came, at the rate that was agreed for the claimed amount, or accepted since; the network's fee does not grow with it.
 * In instrumentTo.
 */
export function amountAtOldRate(order: Order, agreed: Decimal): Decimal {
  const { claimedDepositAmount, claimedNetworkFee, acceptedPrice, pair } = order;
  const came = amount(depositedAmount(order));
  const share = came.div(amount(claimedDepositAmount));
  const gross = acceptedPrice ? amount(acceptedPrice).times(came) : amount(add(agreed, claimedNetworkFee)).times(share);
  const net = gross.minus(amount(claimedNetworkFee));
  return net.gt(ZERO) ? roundToDecimal(net, pair.instrumentTo.precisionDecimals, 'down') : '0';
}

/** What is left to send, in instrumentFrom; "0" when nothing is. */
export function remainingAmount(order: Order): Decimal {
  const left = subtract(order.claimedDepositAmount, depositedAmount(order));
  return compare(left, '0') > 0 ? left : '0';
}

/** Confirmations that the slowest deposit has, of those it needs (§9: Monero always 50). */
export function confirmationProgress(order: Order): { have: number; need: number } {
  const isMonero = order.pair.instrumentFrom.currencyTitle === 'XMR';
  const need = isMonero ? XMR_MIN_CONFIRMATIONS : order.minConfirmationsToWithdraw;
  const deposits = ownDeposits(order);
  const have = deposits.reduce((least, { confirmations }) => Math.min(least, confirmations), need);
  return { have: deposits.length === 0 ? 0 : have, need };
}
