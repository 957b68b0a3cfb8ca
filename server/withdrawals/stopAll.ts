import { ApiError } from '../../contract/errors.ts';
import { listOpenWithdrawals } from '../db/repositories/accounts/withdrawals.ts';
import { stop } from './cancelWithdrawal.ts';
import type { WithdrawalContext } from './withdrawalContext.ts';

/**
 * Stops all withdrawals of a customer that have not left, each in a transaction of its own (D70). Returns how many it could not stop: they
 * are on their way, or their network does not answer.
 */
export async function stopAll(context: WithdrawalContext, userId: number): Promise<number> {
  let left = 0;
  for (const withdrawal of await listOpenWithdrawals(context.database, userId)) {
    try {
      await stop(context, withdrawal);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      left += 1;
    }
  }
  return left;
}
