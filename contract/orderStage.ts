import type { Order } from './api/orders.ts';
import type { PurchaseStage } from './fiat/cardPurchase.ts';
import { FIXED_AMOUNT_TOLERANCE_PERCENT, XMR_MIN_CONFIRMATIONS } from './limits.ts';
import { type Decimal, ONE, ZERO, add, amount, compare, round, roundToDecimal, subtract, sum, toDecimal } from './money.ts';
import {
  ATTENTION_REASONS,
  DECISION_REASONS,
  mostAdvancedEvent,
  needsRateModeDecision,
  ORDER_EVENT_KINDS,
  rateWarningCause,
  type DecisionReason,
  type OrderEventKind,
  type OrderStatus,
} from './order.ts';

/** What the page shows of an order. An order is in exactly one stage. */
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

/** Facts that change the stage within a status, in order of precedence. */
const CONDITIONS = {
  isExpired: (order: Order) => order.isExpired,
  /** A deposit was detected, and the network no longer shows any. Events are never removed. */
  isReorged: (order: Order) =>
    (hasEvent(order, 'DEPOSIT_REGISTERED') || hasEvent(order, 'INCOMING_FUNDS_DETECTED')) && ownDeposits(order).length === 0,
  /** A newer host publishes an attention reason that this client does not know. */
  isUnknown: ({ attention }: Order) => !!attention && !ATTENTION_REASONS.some((reason) => reason === attention.reason),
  isDelayed: ({ waitsFor }: Order) => waitsFor === 'PRICE' || waitsFor === 'NETWORK' || waitsFor === 'DEPOSIT_NETWORK',
  isShort: ({ waitsFor }: Order) => waitsFor === 'REST',
  isDetected: (order: Order) => ownDeposits(order).length > 0,
};
type Condition = keyof typeof CONDITIONS;
type Stages = Partial<Record<Condition, OrderStage>> & { otherwise: OrderStage };

/** The stage by status and condition (D57). The first condition of {@link CONDITIONS} that the row names and that holds wins. */
const STAGES: Record<OrderStatus, Stages> = {
  AWAITING_DEPOSIT: {
    isExpired: 'expired',
    isReorged: 'depositReorged',
    isUnknown: 'processing',
    isDelayed: 'processing',
    isShort: 'partlyPaid',
    isDetected: 'depositSeen',
    otherwise: 'awaitingDeposit',
  },
  CONFIRMING: {
    isExpired: 'expired',
    isReorged: 'depositReorged',
    isUnknown: 'processing',
    isDelayed: 'processing',
    otherwise: 'confirming',
  },
  DECISION_NEEDED: { isReorged: 'depositReorged', isUnknown: 'processing', otherwise: 'decision' },
  PAYING_OUT: { isUnknown: 'processing', otherwise: 'payingOut' },
  COMPLETED: { otherwise: 'completed' },
  REFUND_REQUESTED: { isReorged: 'depositReorged', otherwise: 'refunding' },
  REFUNDING: { otherwise: 'refunding' },
  REFUNDED: { otherwise: 'refunded' },
};

/** What a card purchase is among orders (D62). It asks for no coins; its own page shows its stage. */
const STAGE_OF_PURCHASE: Readonly<Record<PurchaseStage, OrderStage>> = {
  AWAITING_PAYMENT: 'processing',
  AUTHORISING: 'processing',
  VERIFYING: 'processing',
  PAID: 'processing',
  DELIVERING: 'payingOut',
  DELIVERED: 'completed',
  DECLINED: 'expired',
  CANCELLED: 'expired',
  DELIVERY_FAILED: 'processing',
  EXPIRED: 'expired',
};

/** Returns the stage of an order. A status or attention reason that this client does not know is "processing". */
export function orderStage(published: Order): OrderStage {
  if (published.fiat) return STAGE_OF_PURCHASE[published.fiat.stage] ?? 'processing';
  const order = withStatus(published);
  const stages = stagesOf(order);
  const conditions = Object.keys(CONDITIONS) as Condition[];
  const condition = conditions.find((name) => stages[name] !== undefined && CONDITIONS[name](order));
  return stages[condition ?? 'otherwise'] ?? 'processing';
}

/** Returns the stage of an order of which only the status is known. */
export const stageOfStatus = (status: OrderStatus): OrderStage => STAGES[status]?.otherwise ?? 'processing';

const stagesOf = ({ status }: Order): Stages => (status && STAGES[status]) ?? { otherwise: 'processing' };

/** The status that each specified event implies when it is the most advanced one (§4). */
const STATUS_AFTER: Record<OrderEventKind, OrderStatus> = {
  CREATION_END: 'AWAITING_DEPOSIT',
  DEPOSIT_REGISTERED: 'AWAITING_DEPOSIT',
  INCOMING_FUNDS_DETECTED: 'CONFIRMING',
  FIXED_RATE_HIGH_VOLATILITY_DETECTED: 'DECISION_NEEDED',
  FIXED_RATE_SLOW_DEPOSIT_DETECTED: 'DECISION_NEEDED',
  FIXED_RATE_WRONG_DEPOSIT_AMOUNT_DETECTED: 'DECISION_NEEDED',
  RATE_MODE_CHANGED: 'DECISION_NEEDED',
  RATE_MODE_CHANGE_ACCEPTED: 'CONFIRMING',
  FUNDS_WITHDRAWAL_START: 'PAYING_OUT',
  WITHDRAWAL_COMPLETED: 'COMPLETED',
  REFUND_REQUESTED: 'REFUND_REQUESTED',
  REFUND_COMPLETED: 'REFUNDED',
};

/**
 * Adds `status` and `waitsFor`, derived from the specified events and deposits, to the order of a host without `status`.
 * An open order whose last event is unknown gets no status.
 */
function withStatus(order: Order): Order {
  if (order.status !== undefined) return order;
  const status = STATUS_AFTER[mostAdvancedEvent(order.orderEvents) ?? 'CREATION_END'];
  const last = order.orderEvents.at(-1);
  const isKnown = !last || ORDER_EVENT_KINDS.some((kind) => kind === last.kind);
  if (!isKnown && STAGES[status].isUnknown) return order;
  return { ...order, status, waitsFor: status === 'AWAITING_DEPOSIT' ? derivedWait(order) : null };
}

const LEAST_SHARE = ONE.minus(amount(FIXED_AMOUNT_TOLERANCE_PERCENT).div(amount('100')));

/** Only a fixed rate says how much is enough (D5). In all other cases the customer must not be asked to send more. */
function derivedWait(order: Order): 'REST' | 'DEPOSIT_NETWORK' | null {
  const own = ownDeposits(order);
  const least = toDecimal(amount(order.claimedDepositAmount).times(LEAST_SHARE));
  if (own.length === 0 || compare(depositedAmount(order), least) >= 0) return null;
  if (order.rateMode === 'FIXED' && Date.parse(order.serverTime) <= Date.parse(order.expiresAt)) return 'REST';
  return own.every(({ confirmations }) => confirmations > 0) ? 'DEPOSIT_NETWORK' : null;
}

/** Returns what the customer must decide about: the published reason (D6), or the specification's rate warning (§4). */
export function decisionReason({ status, orderEvents, attention }: Order): DecisionReason | null {
  if (status !== undefined) return DECISION_REASONS.find((reason) => reason === attention?.reason) ?? null;
  const cause = rateWarningCause(orderEvents);
  // The first three reasons are the rate warnings 1 to 3.
  if (cause !== null) return DECISION_REASONS[cause - 1] ?? null;
  // The host changed the rate mode without a reason.
  return needsRateModeDecision(orderEvents) ? 'HIGH_VOLATILITY' : null;
}

const hasEvent = ({ orderEvents }: Order, kind: OrderEventKind): boolean => orderEvents.some((event) => event.kind === kind);

/** True when a reorg dropped every deposit of an order for which no payout or refund is decided. */
export function isDepositReorged(order: Order): boolean {
  return stagesOf(withStatus(order)).isReorged !== undefined && CONDITIONS.isReorged(order);
}

/** True when a reorg dropped the deposit and the order still accepts another one. */
export function canSendAgain(order: Order): boolean {
  const { status } = withStatus(order);
  return orderStage(order) === 'depositReorged' && (status === 'AWAITING_DEPOSIT' || status === 'CONFIRMING');
}

/** True when the market left the limit of a fixed rate before anybody paid (D55): the customer must not send yet. */
export function isRateLost(order: Order): boolean {
  return order.rateHeld === false && orderStage(order) === 'awaitingDeposit';
}

/** True when the order has a fixed rate that holds for what is sent now. */
export function isRateHeld({ rateMode, rateHeld }: Order): boolean {
  return rateMode === 'FIXED' && rateHeld !== false;
}

/** True when the page shows an amount and an address to pay. Both must be signed by the exchange. */
export function asksToSend(order: Order): boolean {
  const stage = orderStage(order);
  return (stage === 'awaitingDeposit' && !isRateLost(order)) || stage === 'partlyPaid' || canSendAgain(order);
}

/** True when an operator must review a deposit claim (D6). */
export function hasHeldClaim({ claims }: Order): boolean {
  return claims?.some(({ state }) => state === 'HELD') ?? false;
}

/** Returns the deposits without the extra ones, which may be of another coin (D6). */
export function ownDeposits({ deposits }: Order): Order['deposits'] {
  return deposits.filter((deposit) => deposit.isExtra !== true);
}

/** True when the order has extra deposits (D6). */
export function hasExtra({ deposits, refunds, attention }: Order): boolean {
  return attention?.reason === 'EXTRA_DEPOSIT' || [...deposits, ...refunds].some(({ isExtra }) => isExtra === true);
}

/** Returns the refund of the order itself. Refunds of extra deposits are not included (D6). */
export function ownRefund({ refunds }: Order): Order['refunds'][number] | undefined {
  return refunds.find((refund) => refund.isExtra !== true);
}

/** Returns the sum of the order's own deposits, in instrumentFrom. */
export function depositedAmount(order: Order): Decimal {
  return sum(ownDeposits(order).map((deposit) => deposit.amount));
}

/**
 * Returns what the deposited amount pays out at the agreed rate, in instrumentTo. `agreed` is the payout agreed for the claimed
 * amount. A rate that the customer accepted later replaces the first one. The network fee does not depend on the amount.
 */
export function amountAtOldRate(order: Order, agreed: Decimal): Decimal {
  const { claimedDepositAmount, claimedNetworkFee, acceptedPrice, pair } = order;
  const deposited = amount(depositedAmount(order));
  const share = deposited.div(amount(claimedDepositAmount));
  const gross = acceptedPrice ? amount(acceptedPrice).times(deposited) : amount(add(agreed, claimedNetworkFee)).times(share);
  const net = gross.minus(amount(claimedNetworkFee));
  return net.gt(ZERO) ? roundToDecimal(net, pair.instrumentTo.precisionDecimals, 'down') : '0';
}

/** Returns the amount that is left to send, in instrumentFrom, or "0". */
export function remainingAmount(order: Order): Decimal {
  const left = subtract(order.claimedDepositAmount, depositedAmount(order));
  return compare(left, '0') > 0 ? left : '0';
}

/** Returns the confirmations of the slowest deposit and how many it needs (§9: Monero always 50). */
export function confirmationProgress(order: Order): { have: number; need: number } {
  const isMonero = order.pair.instrumentFrom.currencyTitle === 'XMR';
  const need = isMonero ? XMR_MIN_CONFIRMATIONS : order.minConfirmationsToWithdraw;
  const deposits = ownDeposits(order);
  const have = deposits.reduce((least, { confirmations }) => Math.min(least, confirmations), need);
  return { have: deposits.length === 0 ? 0 : have, need };
}

const HOUR_MS = 3_600_000;

/** Returns for how many hours after the first deposit another one becomes a new order (D63), as signed; null: it does not. */
export function laterDepositHours({ guarantee, firstOrderId }: Order): number | null {
  const later = guarantee?.document.laterDeposits;
  // Deposits after that of a later order belong to the first order.
  return later?.rule === 'NEW_ORDER' && later.withinHours !== null && !firstOrderId ? Number(later.withinHours) : null;
}

/** By how much more than the smallest deposit a test should be: the smallest one follows the prices. */
const TEST_MARGIN = amount('1.1');
const TEST_DIGITS = 2;

/**
 * Returns the amount to send as a test before the rest (D63), in instrumentFrom; null where a test would not help: the host states no
 * smallest deposit, what has arrived is too small already, or the order is not larger than two tests.
 */
export function testAmount(order: Order): Decimal | null {
  const { minimumDeposit, claimedDepositAmount, pair } = order;
  if (!minimumDeposit || laterDepositHours(order) === null || ownDeposits(order).length > 0) return null;
  const least = amount(minimumDeposit).times(TEST_MARGIN);
  const decimals = Math.min(pair.instrumentFrom.precisionDecimals, Math.max(0, TEST_DIGITS - 1 - least.e));
  const test = round(least, decimals, 'up');
  return test.times(amount('2')).lte(amount(claimedDepositAmount)) ? toDecimal(test) : null;
}

/** Returns until when a further deposit of a paid order becomes a new order (D63), in ms since 1970; null: it does not. */
export function laterDepositsUntil(order: Order): number | null {
  const hours = laterDepositHours(order);
  const [first] = ownDeposits(order);
  const isPaid = ['payingOut', 'completed'].includes(orderStage(order));
  return hours !== null && first && isPaid ? Date.parse(first.detectedAt) + hours * HOUR_MS : null;
}
