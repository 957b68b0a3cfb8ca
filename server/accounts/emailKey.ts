import { ApiError } from '../../contract/errors.ts';

/** Two spellings of an e-mail that differ in upper and lower case are the same account. */
export const emailKey = (email: string): string => email.toLowerCase();

/** Another request changed the same user at the same time. */
export function userChanged(): ApiError {
  return new ApiError('ERR_SERVICE_UNAVAILABLE', 'Your account was changed at the same time. Try again.');
}
