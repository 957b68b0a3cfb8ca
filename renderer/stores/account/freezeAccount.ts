import type { FreezeOutput, RestoreInput } from '../../../contract/api/accountFreeze.ts';
import { ApiError } from '../../../contract/errors.ts';
import type { Platform } from '../../../contract/platform.ts';
import { signInProblem, type SignInProblem } from './signInProblem.ts';

/** `unknown`: the link is used or has expired. `failed`: no answer. */
export type FreezeFailure = 'unknown' | 'failed';

/** Freezes the account of a link. Repeating it only tries again to stop withdrawals. Never rejects. */
export async function freezeAccount(platform: Platform, token: string): Promise<FreezeOutput | FreezeFailure> {
  try {
    return await platform.transport.call('accountFreeze.freeze', { token });
  } catch (error) {
    return error instanceof ApiError && error.code === 'ERR_NOT_FOUND' ? 'unknown' : 'failed';
  }
}

/** Restores a frozen account. Returns its e-mail, or what is wrong: the field `code` is the proof. */
export async function restoreAccount(platform: Platform, input: RestoreInput): Promise<string | SignInProblem> {
  try {
    return (await platform.transport.call('accountFreeze.restore', input)).email;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return problemOf(error);
  }
}

function problemOf(error: ApiError): SignInProblem {
  const { code, details } = error;
  if (code === 'ERR_INVALID_CREDENTIALS') return { message: 'freeze.wrongProof', fields: ['code'] };
  if (code === 'ERR_NOT_FOUND') return { message: 'freeze.unknown', fields: [] };
  if (code === 'ERR_NOT_ACCEPTABLE') {
    return { message: details?.['reason'] === 'EMAIL_TAKEN' ? 'freeze.emailTaken' : 'freeze.unknown', fields: [] };
  }
  if (details?.['code'] === 'USED_BEFORE') return { message: 'freeze.usedBefore', fields: ['password'] };
  return signInProblem(error);
}
