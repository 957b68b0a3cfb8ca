import { ApiError } from '../../../contract/errors.ts';
import type { MessageId } from '../../i18n/messages.ts';

/** Why a decision was not taken, in words for the customer. */
export function decisionProblem(kind: 'accept' | 'refund', error: unknown): MessageId {
  switch (error instanceof ApiError ? error.code : null) {
    case 'ERR_RATE_CHANGED':
      return kind === 'accept' ? 'order.decision.rateMoved' : 'order.decision.feeMoved';
    case 'ERR_NOT_ACCEPTABLE':
      return 'order.decision.alreadyDecided';
    case 'ERR_ORDER_TOKEN_REQUIRED':
      return 'order.decision.tokenMissing';
    case 'ERR_TOO_MANY_REQUESTS':
      return 'order.decision.tooOften';
    case 'ERR_NO_LIQUIDITY_AVAILABLE':
    case 'ERR_PAIR_NOT_ACTIVE':
    case 'ERR_CLAIMED_DEPOSIT_AMOUNT_TOO_SMALL':
    case 'ERR_CLAIMED_DEPOSIT_AMOUNT_TOO_BIG':
    case 'ERR_UNPROCESSABLE_ENTITY':
      return 'order.decision.notPossible';
    case null:
    default:
      return 'order.decision.notAnswered';
  }
}
