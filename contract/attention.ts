import { ORDER_STATUSES, type AttentionAction, type AttentionReason, type OrderStatus } from './order.ts';

/**
 * Attention (D6) as data: when each reason applies, which actions it allows, and who ends it. The server enforces these rules.
 * `npm run lifecycle` writes them to docs/lifecycle.md.
 */

/** The facts of an order that decide which of the actions in the table are available now. */
export interface AttentionFacts {
  /** Someone can act on the order: the holder of its token, or its customer (D3) */
  hasToken: boolean;
  /** The exchange can continue: the amount is within the limits and both coins are open */
  isAcceptable: boolean;
  /** A refund would return more than zero (D8) */
  isRefundable: boolean;
  /** All held money is refunded automatically, because a refund address is known */
  endsByItself: boolean;
}

/** Who or what can end a status or an attention reason. */
type Actor = 'customer' | 'deadline' | 'network' | 'host' | 'operator';

interface AttentionRule {
  statuses: readonly OrderStatus[];
  /** All actions that the reason can offer. `allowedActions` returns those available now */
  actions: readonly AttentionAction[];
  /** What happens automatically at `attention.deadline`; null: the reason has no deadline */
  atDeadline: 'REFUND' | null;
  meaning: string;
  endedBy: readonly Actor[];
}

const decision = (meaning: string): AttentionRule => ({
  statuses: ['DECISION_NEEDED'],
  actions: ['ACCEPT', 'REFUND', 'CONTACT'],
  atDeadline: 'REFUND',
  meaning,
  endedBy: ['customer', 'deadline', 'operator'],
});

/** While a decision is open, its reason hides all others. Extra deposits can still be refunded. */
const OTHER_STATUSES = ORDER_STATUSES.filter((status) => status !== 'DECISION_NEEDED');

const notice = (meaning: string, endedBy: readonly Actor[]): AttentionRule => ({
  statuses: OTHER_STATUSES,
  actions: ['CONTACT'],
  atDeadline: null,
  meaning,
  endedBy,
});

/** In order of precedence: an order reports one reason at a time. */
export const ATTENTION = {
  HIGH_VOLATILITY: decision('fixed rate: the market left the limit of the order before the deposit was in a block'),
  SLOW_DEPOSIT: decision('fixed rate: the full amount was not seen before `expiresAt`, or not in a block by `confirmBy`'),
  WRONG_DEPOSIT_AMOUNT: decision('fixed rate: the deposit differs from the claimed amount by over 0.5 %'),
  BELOW_MINIMUM: decision('the deposit is below the minimum, or would pay out nothing or too little to arrive'),
  ABOVE_MAXIMUM: decision('the deposit is above both the claimed amount and the maximum'),
  NO_LIQUIDITY: decision('the treasury cannot cover the payout'),
  NO_PRICE: decision('there has been no trusted price for six hours'),
  NETWORK_CONGESTED: decision(
    'network fees rose: at a fixed rate by over 1 % of the order; at a floating one, the payout costs over twice the fee shown for six hours',
  ),
  PAYOUT_HELD: notice('a payout or refund exceeds a cap, or its value is unknown (D41)', ['operator', 'host']),
  PAYOUT_FAILED: notice('a payout or refund failed on its network; its money was not moved', ['operator']),
  DEPOSIT_REORGED: notice('a reorg dropped the deposit behind a payout or refund that was not sent', ['network', 'operator']),
  DEPOSIT_BLOCKED: notice(
    'the issuer of the deposited token blocks the deposit address or the sender, so nothing is sent for the deposit',
    ['network', 'operator'],
  ),
  PAYOUT_DELAYED: notice(
    'a network refuses or delays a payout or refund, is congested, or does not answer, or an operator has stopped payouts',
    ['host', 'network', 'operator'],
  ),
  REFUND_BLOCKED: {
    ...notice('after the network fee of the refund, nothing or too little to arrive is left of the deposit', [
      'network',
      'customer',
      'host',
    ]),
    statuses: ['REFUND_REQUESTED'],
  },
  CLAIM_HELD: notice('a claimed deposit without a memo awaits manual review', ['operator']),
  EXTRA_DEPOSIT: {
    ...notice('an extra deposit awaits its refund', ['customer', 'deadline', 'operator']),
    actions: ['REFUND', 'CONTACT'],
    atDeadline: 'REFUND',
  },
} as const satisfies Record<AttentionReason, AttentionRule>;

/**
 * Returns the actions available for an order with this reason. CONTACT is included when there is no other action, and when the
 * money would stay here if the customer did nothing.
 */
export function allowedActions(reason: AttentionReason, facts: AttentionFacts): AttentionAction[] {
  const canDo = {
    ACCEPT: facts.hasToken && facts.isAcceptable,
    REFUND: facts.hasToken && facts.isRefundable,
  };
  const rule: AttentionRule = ATTENTION[reason];
  const actions = rule.actions.filter((action) => action !== 'CONTACT' && canDo[action]);
  return actions.length === 0 || !facts.endsByItself ? [...actions, 'CONTACT'] : actions;
}

/** What each status means and who ends it. */
export const STATUS_NOTES = {
  AWAITING_DEPOSIT: { meaning: 'created; no sufficient deposit is in a block yet', endedBy: ['customer', 'deadline'] },
  CONFIRMING: { meaning: 'the deposit is in a block and needs `minConfirmationsToWithdraw`', endedBy: ['network', 'host'] },
  DECISION_NEEDED: {
    meaning: 'the customer must accept new terms or request a refund',
    endedBy: ['customer', 'deadline', 'operator'],
  },
  PAYING_OUT: { meaning: 'the price is final and the payout is in the outbox or sent', endedBy: ['network', 'operator'] },
  COMPLETED: { meaning: 'the payout is confirmed', endedBy: [] },
  REFUND_REQUESTED: { meaning: 'a refund is due once the deposit is confirmed', endedBy: ['network'] },
  REFUNDING: { meaning: 'the refund is in the outbox or sent', endedBy: ['network', 'operator'] },
  REFUNDED: { meaning: 'the refund is confirmed', endedBy: [] },
} as const satisfies Record<OrderStatus, { meaning: string; endedBy: readonly Actor[] }>;
