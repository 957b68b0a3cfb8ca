import type { Withdrawal } from '../../../contract/api/withdrawals.ts';
import { ApiError } from '../../../contract/errors.ts';
import type { Platform } from '../../../contract/platform.ts';

/** `unknown`: no withdrawal has this link. `failed`: no answer. */
export type StopFailure = 'unknown' | 'failed';

/** Returns the withdrawal that the token of a link stops. Never rejects. */
export async function findStoppable(platform: Platform, token: string): Promise<Withdrawal | StopFailure> {
  try {
    return (await platform.transport.call('withdrawals.stoppable', { token })).withdrawal;
  } catch (error) {
    return failureOf(error);
  }
}

/** Stops a withdrawal. One that was sent meanwhile is returned as it is. Never rejects. */
export async function stopWithdrawal(platform: Platform, token: string): Promise<Withdrawal | StopFailure> {
  try {
    return (await platform.transport.call('withdrawals.stop', { token })).withdrawal;
  } catch (error) {
    if (error instanceof ApiError && error.code === 'ERR_NOT_ACCEPTABLE') return await findStoppable(platform, token);
    return failureOf(error);
  }
}

const failureOf = (error: unknown): StopFailure =>
  error instanceof ApiError && error.code === 'ERR_NOT_FOUND' ? 'unknown' : 'failed';
