import { EMAIL_MISSING, EMAIL_NOT_CONFIRMED } from '../../contract/accounts/accountData.ts';
import { ApiError } from '../../contract/errors.ts';

/** Two spellings of an e-mail that differ in upper and lower case are the same account. */
export const emailKey = (email: string): string => email.toLowerCase();

/** The call needs an e-mail, and the customer has added none (D74). */
export function emailMissing(): ApiError {
  return new ApiError('ERR_NOT_ACCEPTABLE', 'Add an e-mail to your account first.', { reason: EMAIL_MISSING });
}

/** `what` needs a confirmed e-mail, and the customer has not confirmed it yet: "A withdrawal". */
export function emailNotConfirmed(what: string): ApiError {
  const message = `${what} needs a confirmed e-mail. Open the link of our mail, or request it again.`;
  return new ApiError('ERR_NOT_ACCEPTABLE', message, { reason: EMAIL_NOT_CONFIRMED });
}

/** Another request changed the same user at the same time. */
export function userChanged(): ApiError {
  return new ApiError('ERR_SERVICE_UNAVAILABLE', 'Your account was changed at the same time. Try again.');
}
