/**
 * The life of an order: specification §4 and decisions D5–D9. Pure data and functions, used by the server to decide
 * and by the client to show, so the two can't disagree.
 */

export const ORDER_EVENT_KINDS = [
  'CREATION_END',
  'DEPOSIT_REGISTERED',
  'INCOMING_FUNDS_DETECTED',
  'FUNDS_WITHDRAWAL_START',
  'WITHDRAWAL_COMPLETED',
  'REFUND_REQUESTED',
  'REFUND_COMPLETED',
  'RATE_MODE_CHANGED',
  'RATE_MODE_CHANGE_ACCEPTED',
  'FIXED_RATE_HIGH_VOLATILITY_DETECTED',
  'FIXED_RATE_SLOW_DEPOSIT_DETECTED',
  'FIXED_RATE_WRONG_DEPOSIT_AMOUNT_DETECTED',
] as const;
export type OrderEventKind = (typeof ORDER_EVENT_KINDS)[number];

export type RateMode = 'FIXED' | 'FLOATING';

/**
 * Where an order stands on the server. Exactly one at a time, moved only by `server/orders/core/machine.ts`:
 * - AWAITING_DEPOSIT: made, nothing (or not enough) in a block yet
 * - CONFIRMING: deposit in a block, waiting for `minConfirmationsToWithdraw`
 * - DECISION_NEEDED: the exchange can't go on as agreed (`DECISION_REASONS`); the customer accepts or refunds
 * - PAYING_OUT: priced, payout in the outbox or on its way
 * - COMPLETED: payout confirmed
 * - REFUND_REQUESTED: the customer (or the deadline) chose the refund; the deposit still needs confirmations
 * - REFUNDING: refund in the outbox or on its way
 * - REFUNDED: refund confirmed
 * - VOID: the network took its confirmed deposits back before anything left, and an operator ended it: nothing is owed
 */
export const ORDER_STATUSES = [
  'AWAITING_DEPOSIT',
  'CONFIRMING',
  'DECISION_NEEDED',
  'PAYING_OUT',
  'COMPLETED',
  'REFUND_REQUESTED',
  'REFUNDING',
  'REFUNDED',
  'VOID',
] as const;
export type OrderStatus = (typeof ORDER_STATUSES)[number];

/** Every move there is: from → what happens → to, with the events that the move writes. */
export const ORDER_TRANSITIONS = {
  AWAITING_DEPOSIT: {
    depositSeen: { to: 'AWAITING_DEPOSIT', events: ['DEPOSIT_REGISTERED'] },
    depositInBlock: { to: 'CONFIRMING', events: ['INCOMING_FUNDS_DETECTED'] },
    decisionNeeded: { to: 'DECISION_NEEDED', events: [] },
  },
  CONFIRMING: {
    depositInBlock: { to: 'CONFIRMING', events: ['INCOMING_FUNDS_DETECTED'] },
    depositConfirmed: { to: 'PAYING_OUT', events: ['FUNDS_WITHDRAWAL_START'] },
    decisionNeeded: { to: 'DECISION_NEEDED', events: [] },
  },
  DECISION_NEEDED: {
    depositInBlock: { to: 'DECISION_NEEDED', events: ['INCOMING_FUNDS_DETECTED'] },
    accepted: { to: 'CONFIRMING', events: ['RATE_MODE_CHANGE_ACCEPTED'] },
    refundRequested: { to: 'REFUND_REQUESTED', events: ['REFUND_REQUESTED'] },
  },
  PAYING_OUT: {
    payoutConfirmed: { to: 'COMPLETED', events: ['WITHDRAWAL_COMPLETED'] },
    payoutCancelled: { to: 'REFUND_REQUESTED', events: ['REFUND_REQUESTED'] },
    depositsWrittenOff: { to: 'VOID', events: [] },
  },
  COMPLETED: {},
  REFUND_REQUESTED: {
    depositInBlock: { to: 'REFUND_REQUESTED', events: ['INCOMING_FUNDS_DETECTED'] },
    depositConfirmed: { to: 'REFUNDING', events: [] },
  },
  REFUNDING: {
    refundConfirmed: { to: 'REFUNDED', events: ['REFUND_COMPLETED'] },
    depositsWrittenOff: { to: 'VOID', events: [] },
  },
  REFUNDED: {},
  VOID: {},
} as const satisfies Record<OrderStatus, Record<string, { to: OrderStatus; events: readonly OrderEventKind[] }>>;

/** The names of the moves that leave a status. */
export type TransitionOf<Status extends OrderStatus> = keyof (typeof ORDER_TRANSITIONS)[Status] & string;
export type OrderTransition = { [Status in OrderStatus]: TransitionOf<Status> }[OrderStatus];

/** What a move does from a status; null where the table has no such move. */
export function transitionFrom(
  status: OrderStatus,
  transition: OrderTransition,
): { to: OrderStatus; events: readonly OrderEventKind[] } | null {
  const moves: Partial<Record<OrderTransition, { to: OrderStatus; events: readonly OrderEventKind[] }>> =
    ORDER_TRANSITIONS[status];
  return moves[transition] ?? null;
}

/** Why a decision is asked of the customer. The first three are the specification's rate warnings 1, 2 and 3. */
export const DECISION_REASONS = [
  'HIGH_VOLATILITY',
  'SLOW_DEPOSIT',
  'WRONG_DEPOSIT_AMOUNT',
  'BELOW_MINIMUM',
  'ABOVE_MAXIMUM',
  'NO_LIQUIDITY',
  'NO_PRICE',
  'NETWORK_CONGESTED',
] as const;
export type DecisionReason = (typeof DECISION_REASONS)[number];

/** The event that a fixed-rate reason writes; the others (D6) have no event of their own. */
export const DECISION_EVENT = {
  HIGH_VOLATILITY: 'FIXED_RATE_HIGH_VOLATILITY_DETECTED',
  SLOW_DEPOSIT: 'FIXED_RATE_SLOW_DEPOSIT_DETECTED',
  WRONG_DEPOSIT_AMOUNT: 'FIXED_RATE_WRONG_DEPOSIT_AMOUNT_DETECTED',
} as const satisfies Partial<Record<DecisionReason, OrderEventKind>>;

/** What an order says besides its events (D6). What each means, and what it allows, stands in `attention.ts`. */
export const ATTENTION_REASONS = [
  ...DECISION_REASONS,
  'PAYOUT_HELD',
  'PAYOUT_FAILED',
  'DEPOSIT_REORGED',
  'PAYOUT_DELAYED',
  'REFUND_BLOCKED',
  'CLAIM_HELD',
  'EXTRA_DEPOSIT',
] as const;
export type AttentionReason = (typeof ATTENTION_REASONS)[number];

export const ATTENTION_ACTIONS = ['ACCEPT', 'REFUND', 'CONTACT'] as const;
export type AttentionAction = (typeof ATTENTION_ACTIONS)[number];

/** D6: what the twelve events do not name. */
export interface OrderAttention {
  reason: AttentionReason;
  actions: AttentionAction[];
  /** ISO 8601; null where nothing happens by itself */
  deadline: string | null;
}

export type OrderStep = 0 | 1 | 2 | 3 | 4;

type EventLike = { kind: string };

const has = (events: readonly EventLike[], kind: OrderEventKind): boolean => events.some((event) => event.kind === kind);

/** §4: 1 created, 2 incoming funds detected, 3 withdrawal completed, 4 refund completed; 0 while there are no events. */
export function orderStep(events: readonly EventLike[]): OrderStep {
  if (has(events, 'REFUND_COMPLETED')) return 4;
  if (has(events, 'WITHDRAWAL_COMPLETED')) return 3;
  if (has(events, 'INCOMING_FUNDS_DETECTED')) return 2;
  return events.length > 0 ? 1 : 0;
}

/** Most advanced last; refund events win over all others (§4). */
const ADVANCEMENT: readonly OrderEventKind[] = [
  'CREATION_END',
  'DEPOSIT_REGISTERED',
  'INCOMING_FUNDS_DETECTED',
  'FIXED_RATE_HIGH_VOLATILITY_DETECTED',
  'FIXED_RATE_SLOW_DEPOSIT_DETECTED',
  'FIXED_RATE_WRONG_DEPOSIT_AMOUNT_DETECTED',
  'RATE_MODE_CHANGED',
  'RATE_MODE_CHANGE_ACCEPTED',
  'FUNDS_WITHDRAWAL_START',
  'WITHDRAWAL_COMPLETED',
  'REFUND_REQUESTED',
  'REFUND_COMPLETED',
];

/** The event that names the order's status; null means a clear status. Unknown kinds (a newer host) are passed over. */
export function mostAdvancedEvent(events: readonly EventLike[]): OrderEventKind | null {
  return ADVANCEMENT.findLast((kind) => has(events, kind)) ?? null;
}

/** §4: shown when the mode changed and neither a refund was requested nor the change accepted. */
export function needsRateModeDecision(events: readonly EventLike[]): boolean {
  return has(events, 'RATE_MODE_CHANGED') && !isDecided(events);
}

/** §4 rate warning: 1 volatility, 2 slow deposit, 3 wrong amount; null when there is none or it is decided. */
export function rateWarningCause(events: readonly EventLike[]): 1 | 2 | 3 | null {
  if (isDecided(events)) return null;
  if (has(events, 'FIXED_RATE_HIGH_VOLATILITY_DETECTED')) return 1;
  if (has(events, 'FIXED_RATE_SLOW_DEPOSIT_DETECTED')) return 2;
  if (has(events, 'FIXED_RATE_WRONG_DEPOSIT_AMOUNT_DETECTED')) return 3;
  return null;
}

function isDecided(events: readonly EventLike[]): boolean {
  return has(events, 'REFUND_REQUESTED') || has(events, 'REFUND_COMPLETED') || has(events, 'RATE_MODE_CHANGE_ACCEPTED');
}

/** §4: polling stops when nothing more will happen. */
export function isFinalStep(step: OrderStep): boolean {
  return step >= 3;
}
