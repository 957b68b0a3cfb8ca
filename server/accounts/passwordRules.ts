import { ApiError } from '../../contract/errors.ts';

const MIN_PASSWORD_CHARACTERS = 8;

/**
 * Checks a new password (D20). Throws ERR_VALIDATION with the field `password` and a `details.code`: TOO_SHORT, TOO_COMMON (in a
 * list of 49,000 passwords), or SAME_AS_EMAIL. The list is loaded with the first call.
 */
export async function checkNewPassword(password: string, email: string): Promise<void> {
  if ([...password].length < MIN_PASSWORD_CHARACTERS) {
    throw refused('TOO_SHORT', `The password needs at least ${MIN_PASSWORD_CHARACTERS} characters.`);
  }
  const lower = password.toLowerCase();
  if (lower === email.toLowerCase()) throw refused('SAME_AS_EMAIL', 'The password must differ from the e-mail.');
  if ((await commonPasswords()).has(lower))
    throw refused('TOO_COMMON', 'This password is on lists of common passwords. Choose another one.');
}

let common: Promise<ReadonlySet<string>> | null = null;

function commonPasswords(): Promise<ReadonlySet<string>> {
  common ??= import('@zxcvbn-ts/language-common').then(({ dictionary }) => new Set(dictionary['passwords-common']));
  return common;
}

function refused(code: 'TOO_SHORT' | 'TOO_COMMON' | 'SAME_AS_EMAIL', message: string): ApiError {
  return new ApiError('ERR_VALIDATION', message, { field: 'password', code });
}
