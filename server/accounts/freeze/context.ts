import type { AccountContext } from '../context.ts';
import type { Sealing } from '../sealing.ts';

/** What the functions that freeze and restore accounts depend on. */
export interface FreezeContext extends Pick<AccountContext, 'database' | 'passwords' | 'now'> {
  /** Opens what links restore. */
  sealing: Sealing;
  /** Stops what the customer is about to withdraw. Returns how many withdrawals it could not stop: they may be on their way. */
  stopWithdrawals(userId: number): Promise<number>;
}
