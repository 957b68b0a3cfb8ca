import { ApiError } from '../../../contract/errors.ts';
import type { MessageId } from '../../i18n/messages.ts';

/** Whether what was decided about is still open, by the host's newest word; null: it did not say. */
type IsStillOpen = boolean | null;

/** Why a decision was not taken, in words for the customer. */
export function decisionProblem(kind: 'accept' | 'refund', error: unknown, isStillOpen: IsStillOpen): MessageId {
  const impossible = kind === 'accept' ? 'order.decision.notPossible' : 'order.decision.refundNotPossible';
  switch (error instanceof ApiError ? error.code : null) {
    case 'ERR_RATE_CHANGED':
      return kind === 'accept' ? 'order.decision.rateMoved' : 'order.decision.feeMoved';
    case 'ERR_NOT_ACCEPTABLE':
      // Decided elsewhere (D7), or taken out of what is offered: a coin closed, an amount out of bounds (D6).
      if (isStillOpen === null) return 'order.decision.notAnswered';
      return isStillOpen ? impossible : 'order.decision.alreadyDecided';
    case 'ERR_ORDER_TOKEN_REQUIRED':
      return 'order.decision.tokenMissing';
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
