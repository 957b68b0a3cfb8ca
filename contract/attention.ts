import { ORDER_STATUSES, type AttentionAction, type AttentionReason, type OrderStatus } from './order.ts';

/**
 * D6 as data: what an order can say besides its events, in which statuses, what may be done about it, and how it ends.
 * The server offers and enforces what `allowedActions` gives; docs/lifecycle.md is written from these tables.
 */

/** What stays the same is in the table; these change from order to order and decide which of its actions are there now. */
export interface AttentionFacts {
  /** The order has a token, so that somebody can act on it (D3) */
  hasToken: boolean;
  /** The exchange could go on now: within the bounds, both coins open */
  isAcceptable: boolean;
  /** A refund would give back more than nothing (D8) */
  isRefundable: boolean;
  /** All that is held goes back without anybody's doing, because there is an address for it */
  endsByItself: boolean;
}

interface AttentionRule {
  statuses: readonly OrderStatus[];
  /** All that can be offered; which of them now, says `allowedActions` */
  actions: readonly AttentionAction[];
  /** What happens by itself at `attention.deadline`; null where the time decides nothing */
  atDeadline: 'REFUND' | null;
  meaning: string;
  movedOnBy: string;
}

const question = (meaning: string): AttentionRule => ({
  statuses: ['DECISION_NEEDED'],
  actions: ['ACCEPT', 'REFUND', 'CONTACT'],
  atDeadline: 'REFUND',
  meaning,
  movedOnBy: 'the customer, or the deadline',
});

/** A question wins over all that could be said besides it; what came besides can be given back all the same. */
const UNASKED = ORDER_STATUSES.filter((status) => status !== 'DECISION_NEEDED');

/** In the order in which they win: an order says one thing at a time. */
export const ATTENTION = {
  HIGH_VOLATILITY: question('fixed rate: the market moved more than 2 % against the desk before the deposit was in a block'),
  SLOW_DEPOSIT: question('fixed rate: nothing, or not the whole, was seen before `expiresAt`'),
  WRONG_DEPOSIT_AMOUNT: question('fixed rate: what came is more than 0.5 % away from what was claimed'),
  BELOW_MINIMUM: question('what came is less than the desk exchanges, or would pay out nothing'),
  ABOVE_MAXIMUM: question('what came is more than was claimed and more than the desk exchanges'),
  NO_LIQUIDITY: question('the treasury can not pay it out now'),
  NO_PRICE: question('there has been no trustworthy price for six hours'),
  NETWORK_CONGESTED: question(
    'six hours after the deposit had its confirmations the payout’s network is congested, and its fee more than twice the one shown',
  ),
  PAYOUT_HELD: {
    statuses: UNASKED,
    actions: ['CONTACT'],
    atDeadline: null,
    meaning: 'a payout or refund is above a cap, or of unknown value (D41)',
    movedOnBy: 'an operator: `release`, or `refund`; a price, where there was none',
  },
  PAYOUT_FAILED: {
    statuses: UNASKED,
    actions: ['CONTACT'],
    atDeadline: null,
    meaning: 'a payout or refund failed on its network for good; its money has not moved',
    movedOnBy: 'an operator: `retry`, or `refund`',
  },
  DEPOSIT_REORGED: {
    statuses: UNASKED,
    actions: ['CONTACT'],
    atDeadline: null,
    meaning: 'the network took back a deposit that a payout or refund rests on, before it left',
    movedOnBy: 'the deposit when it is in a block again, or an operator: `vouch`, `refund`, or `gone`',
  },
  PAYOUT_DELAYED: {
    statuses: UNASKED,
    actions: ['CONTACT'],
    atDeadline: null,
    meaning:
      'a payout or refund can’t leave: its network refuses it, is dear or does not answer, or that of its deposit does not',
    movedOnBy: 'the next try, or a cheaper network',
  },
  REFUND_BLOCKED: {
    statuses: ['REFUND_REQUESTED'],
    actions: ['CONTACT'],
    atDeadline: null,
    meaning:
      'a refund is chosen, and what is there is not more than the fee: the network took a deposit back, or an operator turned a small payout round',
    movedOnBy: 'the deposit when it comes back, another one, or a lower fee where none was agreed on',
  },
  CLAIM_HELD: {
    statuses: UNASKED,
    actions: ['CONTACT'],
    atDeadline: null,
    meaning: 'a deposit without its memo is claimed for this order, and a person compares it',
    movedOnBy: 'an operator: `attribute`, or `reject`',
  },
  EXTRA_DEPOSIT: {
    statuses: UNASKED,
    actions: ['REFUND', 'CONTACT'],
    atDeadline: 'REFUND',
    meaning: 'money came besides: a second deposit, one after the end, another coin, or one on another network',
    movedOnBy: 'the customer (`request-refund` with `depositTxHash`), the deadline, or an operator: `refund`',
  },
} as const satisfies Record<AttentionReason, AttentionRule>;

/**
 * What may be done about an order that says `reason`. CONTACT is there whenever nothing else is, and whenever the money
 * would stay if nobody did anything.
 */
export function allowedActions(reason: AttentionReason, facts: AttentionFacts): AttentionAction[] {
  const canDo = {
    ACCEPT: facts.hasToken && facts.isAcceptable,
    REFUND: facts.hasToken && facts.isRefundable,
  };
  const rule: AttentionRule = ATTENTION[reason];
  const ways = rule.actions.filter((action) => action !== 'CONTACT' && canDo[action]);
  return ways.length === 0 || !facts.endsByItself ? [...ways, 'CONTACT'] : ways;
}

/** What each status means, and what moves it on. */
export const STATUS_NOTES = {
  AWAITING_DEPOSIT: { meaning: 'made; nothing, or not enough, has come', movedOnBy: 'deposits (`advance.ts`)' },
  CONFIRMING: {
    meaning: 'enough is in a block; waiting for `minConfirmationsToWithdraw`',
    movedOnBy: 'confirmations (`advance.ts`, `settle.ts`)',
  },
  DECISION_NEEDED: {
    meaning: 'the customer is asked: continue or refund',
    movedOnBy: 'the customer (`decide.ts`), the deadline (`advance.ts`), or an operator',
  },
  PAYING_OUT: {
    meaning: 'priced; the payout is in the outbox or on its way',
    movedOnBy:
      'the payout’s confirmation (`completeSend.ts`), or an operator who turns it into a refund (`operatorRefund.ts`) or ends it (`operatorGone.ts`)',
  },
  COMPLETED: { meaning: 'the payout is confirmed', movedOnBy: 'nobody: the end' },
  REFUND_REQUESTED: {
    meaning: 'the refund is chosen; the deposit still needs its confirmations',
    movedOnBy: 'confirmations (`advance.ts`, `refund.ts`)',
  },
  REFUNDING: {
    meaning: 'the refund is in the outbox or on its way',
    movedOnBy: 'the refund’s confirmation (`completeSend.ts`), or an operator who ends it (`operatorGone.ts`)',
  },
  REFUNDED: { meaning: 'the refund is confirmed', movedOnBy: 'nobody: the end' },
  VOID: {
    meaning: 'the network took the deposits back before anything left; nothing is owed, and what comes back is extra',
    movedOnBy: 'nobody: the end',
  },
} as const satisfies Record<OrderStatus, { meaning: string; movedOnBy: string }>;
