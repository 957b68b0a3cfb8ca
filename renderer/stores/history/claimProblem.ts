import { ApiError } from '../../../contract/errors.ts';
import type { MessageId } from '../../i18n/messages.ts';

/** Returns the message that explains why an order could not be added to the account. */
export function claimProblem(error: unknown): MessageId {
  switch (error instanceof ApiError ? error.code : null) {
    case 'ERR_NOT_ACCEPTABLE':
      return 'history.claim.otherAccount';
    case 'ERR_ORDER_TOKEN_REQUIRED':
      return 'history.claim.wrongPass';
    case 'ERR_NOT_FOUND_E':
      return 'history.claim.unknown';
    default:
      return 'history.claim.notAnswered';
  }
}
