import { EMAIL_MISSING } from '../../contract/accounts/accountData.ts';
import { ApiError } from '../../contract/errors.ts';

/** Two spellings of an e-mail that differ in upper and lower case are the same account. */
export const emailKey = (email: string): string => email.toLowerCase();

/** The call needs an e-mail, and the customer has added none (D74). */
export function emailMissing(): ApiError {
  return new ApiError('ERR_NOT_ACCEPTABLE', 'Add an e-mail to your account first.', { reason: EMAIL_MISSING });
}

/** Another request changed the same user at the same time. */
export function userChanged(): ApiError {
  return new ApiError('ERR_SERVICE_UNAVAILABLE', 'Your account was changed at the same time. Try again.');
}
