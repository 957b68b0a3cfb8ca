import { isMailAddress } from '../../contract/email.ts';
import { ApiError } from '../../contract/errors.ts';

/** Throws ERR_VALIDATION, naming the field, for an e-mail that we could not write to. */
export function checkNewEmail(field: string, email: string): void {
  if (isMailAddress(email)) return;
  throw new ApiError('ERR_VALIDATION', 'This is not a valid e-mail address.', { field, code: 'EMAIL_VALIDATION_ERROR' });
}
