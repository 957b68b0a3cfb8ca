import { ownValue } from '../../../contract/tables/ownValue.ts';
import { retryAfterSeconds, type ApiError } from '../../../contract/errors.ts';
import type { MessageId } from '../../i18n/messages.ts';

/** A message of a failed call. `fields` are the fields that it concerns (§8); without one it concerns the whole form. */
export interface SignInProblem {
  message: MessageId;
  fields: readonly SignInField[];
  values?: Record<string, number>;
}

export type SignInField = 'email' | 'password' | 'currentPassword' | 'code';

const PASSWORD_PROBLEMS: Readonly<Record<string, MessageId>> = {
  TOO_SHORT: 'signIn.passwordTooShort',
  TOO_COMMON: 'signIn.passwordTooCommon',
  SAME_AS_EMAIL: 'signIn.passwordIsEmail',
};

/** Returns after how many minutes the call may succeed: at least one. */
export const minutesToWait = (error: ApiError): number => Math.max(1, Math.ceil((retryAfterSeconds(error) ?? 60) / 60));

/** Returns the message for a refused sign-in, registration or new password (§8). */
export function signInProblem(error: ApiError): SignInProblem {
  const { code, details } = error;
  if (code === 'ERR_INVALID_CREDENTIALS') return { message: 'signIn.wrongPassword', fields: ['email', 'password'] };
  if (code === 'ERR_USER_ALREADY_REGISTERED') return { message: 'signIn.alreadyRegistered', fields: ['email'] };
  if (code === 'ERR_INVALID_PASSWORD_RESET_CODE') return { message: 'signIn.wrongResetCode', fields: ['code'] };
  if (code === 'ERR_VALIDATION' && details?.['field'] === 'password') {
    return {
      message: ownValue(PASSWORD_PROBLEMS, String(details['code'])) ?? 'account_password_validation_error',
      fields: ['password'],
    };
  }
  if (code === 'ERR_VALIDATION' && details?.['field'] === 'email')
    return { message: 'EMAIL_VALIDATION_ERROR', fields: ['email'] };
  if (code === 'ERR_VALIDATION' && details?.['code'] === 'SECOND_FACTOR_VALIDATION_ERROR') {
    if (details['field'] === 'passkey') return { message: 'signIn.wrongPasskey', fields: [] };
    const { triesLeft } = details;
    if (typeof triesLeft !== 'number') return { message: 'signIn.wrongCode', fields: ['code'] };
    const message = details['field'] === 'code' ? 'signIn.wrongAppCode' : 'signIn.wrongLongCode';
    return { message, fields: ['code'], values: { triesLeft } };
  }
  if (code === 'ERR_NOT_ACCEPTABLE' && details?.['reason'] === 'BOOKS_RESTORED')
    return { message: 'signIn.restored', fields: [] };
  if (code === 'ERR_TOO_MANY_REQUESTS') {
    return { message: 'signIn.tooManyTries', fields: [], values: { minutes: minutesToWait(error) } };
  }
  if (code === 'ERR_SERVICE_UNAVAILABLE') return { message: 'signIn.noAnswer', fields: [] };
  return { message: 'signIn.failed', fields: [] };
}
