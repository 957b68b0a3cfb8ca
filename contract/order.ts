/**
 * The lifecycle of an order (§4, D5–D9) as pure data and functions. The server decides with them and the client displays with
 * them, so both follow the same rules.
 */

/** The events of §4, the most advanced last. Refund events are more advanced than all others. */
export const ORDER_EVENT_KINDS = [
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
] as const;
export type OrderEventKind = (typeof ORDER_EVENT_KINDS)[number];

export type RateMode = 'FIXED' | 'FLOATING';

/** The state of an order. `STATUS_NOTES` in `attention.ts` says what each status means and who ends it. */
export const ORDER_STATUSES = [
  'AWAITING_DEPOSIT',
  'CONFIRMING',
  'DECISION_NEEDED',
  'PAYING_OUT',
  'COMPLETED',
  'REFUND_REQUESTED',
  'REFUNDING',
  'REFUNDED',
] as const;
export type OrderStatus = (typeof ORDER_STATUSES)[number];

/** All transitions: status → transition → next status and the events that are written with it. */
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
  },
  COMPLETED: {},
  REFUND_REQUESTED: {
    depositInBlock: { to: 'REFUND_REQUESTED', events: ['INCOMING_FUNDS_DETECTED'] },
    depositConfirmed: { to: 'REFUNDING', events: [] },
  },
  REFUNDING: {
    refundConfirmed: { to: 'REFUNDED', events: ['REFUND_COMPLETED'] },
    refundUndone: { to: 'PAYING_OUT', events: ['FUNDS_WITHDRAWAL_START'] },
  },
  REFUNDED: {},
} as const satisfies Record<OrderStatus, Record<string, { to: OrderStatus; events: readonly OrderEventKind[] }>>;

/** The transitions from a status. */
export type TransitionOf<Status extends OrderStatus> = keyof (typeof ORDER_TRANSITIONS)[Status] & string;
export type OrderTransition = { [Status in OrderStatus]: TransitionOf<Status> }[OrderStatus];

/** Returns the result of a transition, or null when the status does not allow it. */
export function transitionFrom(
  status: OrderStatus,
  transition: OrderTransition,
): { to: OrderStatus; events: readonly OrderEventKind[] } | null {
  const transitions: Partial<Record<OrderTransition, { to: OrderStatus; events: readonly OrderEventKind[] }>> =
    ORDER_TRANSITIONS[status];
  return transitions[transition] ?? null;
}

/** Why the customer must decide. The first three are the specification's rate warnings 1, 2 and 3. */
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

/** The event of each fixed-rate reason. The other reasons have no event (D6). */
export const DECISION_EVENT = {
  HIGH_VOLATILITY: 'FIXED_RATE_HIGH_VOLATILITY_DETECTED',
  SLOW_DEPOSIT: 'FIXED_RATE_SLOW_DEPOSIT_DETECTED',
  WRONG_DEPOSIT_AMOUNT: 'FIXED_RATE_WRONG_DEPOSIT_AMOUNT_DETECTED',
} as const satisfies Partial<Record<DecisionReason, OrderEventKind>>;

/** What an order reports beyond its events (D6). `attention.ts` says what each reason means and which actions it allows. */
export const ATTENTION_REASONS = [
  ...DECISION_REASONS,
  'PAYOUT_HELD',
  'PAYOUT_FAILED',
  'DEPOSIT_REORGED',
  'DEPOSIT_BLOCKED',
  'PAYOUT_DELAYED',
  'REFUND_BLOCKED',
  'CLAIM_HELD',
  'EXTRA_DEPOSIT',
] as const;
export type AttentionReason = (typeof ATTENTION_REASONS)[number];

export const ATTENTION_ACTIONS = ['ACCEPT', 'REFUND', 'CONTACT'] as const;
export type AttentionAction = (typeof ATTENTION_ACTIONS)[number];

/** A condition that the twelve specified events do not name (D6). */
export interface OrderAttention {
  reason: AttentionReason;
  actions: AttentionAction[];
  /** ISO 8601: when the money is refunded automatically; null: it is not */
  deadline: string | null;
}

export type OrderStep = 0 | 1 | 2 | 3 | 4;

type EventLike = { kind: string };

const has = (events: readonly EventLike[], kind: OrderEventKind): boolean => events.some((event) => event.kind === kind);

/** Returns the step (§4): 0 no events, 1 created, 2 incoming funds detected, 3 withdrawal completed, 4 refund completed. */
export function orderStep(events: readonly EventLike[]): OrderStep {
  if (has(events, 'REFUND_COMPLETED')) return 4;
  if (has(events, 'WITHDRAWAL_COMPLETED')) return 3;
  if (has(events, 'INCOMING_FUNDS_DETECTED')) return 2;
  return events.length > 0 ? 1 : 0;
}

/** Returns the most advanced event, or null when there is none. Ignores unknown kinds, which a newer host may send. */
export function mostAdvancedEvent(events: readonly EventLike[]): OrderEventKind | null {
  return ORDER_EVENT_KINDS.findLast((kind) => has(events, kind)) ?? null;
}

/** True when the rate mode changed and the customer has neither accepted it nor requested a refund (§4). */
export function needsRateModeDecision(events: readonly EventLike[]): boolean {
  return has(events, 'RATE_MODE_CHANGED') && !isDecided(events);
}

/** Returns the rate warning (§4): 1 volatility, 2 slow deposit, 3 wrong amount; null: none, or the customer has decided. */
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

/** True when polling can stop because the order has ended (§4). */
export function isFinalStep(step: OrderStep): boolean {
  return step >= 3;
}
