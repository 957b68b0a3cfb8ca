import { ApiError } from '../../../contract/errors.ts';
import type { MessageId } from '../../i18n/messages.ts';

/** Whether the decision is still open; null: the host did not answer. */
type IsStillOpen = boolean | null;

/** finish: the customer sends no more of a partial deposit. */
export type DecisionKind = 'accept' | 'refund' | 'finish';

/** Returns the message that explains why a decision failed. */
export function decisionProblem(kind: DecisionKind, error: unknown, isStillOpen: IsStillOpen): MessageId {
  const impossible = kind === 'accept' ? 'order.decision.notPossible' : 'order.decision.refundNotPossible';
  switch (error instanceof ApiError ? error.code : null) {
    case 'ERR_RATE_CHANGED':
      return kind === 'accept' ? 'order.decision.rateMoved' : 'order.decision.feeMoved';
    case 'ERR_NOT_ACCEPTABLE':
      // Another client decided first (D7), or the action is no longer offered: closed coin, amount outside the limits (D6).
      if (kind === 'finish') return 'order.finish.moved';
      if (isStillOpen === null) return 'order.decision.notAnswered';
      return isStillOpen ? impossible : 'order.decision.alreadyDecided';
    case 'ERR_ORDER_TOKEN_REQUIRED':
      return 'order.decision.tokenMissing';
    case 'ERR_SECOND_FACTOR_REQUIRED':
      return 'order.decision.notConfirmed';
    case 'ERR_TOO_MANY_REQUESTS':
      return 'order.decision.tooOften';
    case 'ERR_NO_LIQUIDITY_AVAILABLE':
    case 'ERR_PAIR_NOT_ACTIVE':
    case 'ERR_CLAIMED_DEPOSIT_AMOUNT_TOO_SMALL':
    case 'ERR_CLAIMED_DEPOSIT_AMOUNT_TOO_BIG':
    case 'ERR_UNPROCESSABLE_ENTITY':
      return impossible;
    case null:
    default:
      return 'order.decision.notAnswered';
  }
}
