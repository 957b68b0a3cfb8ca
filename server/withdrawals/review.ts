import { add, compare, sum, type Decimal } from '../../contract/money.ts';
import type { Executor } from '../db/database.ts';
import { listRecentWithdrawals } from '../db/repositories/accounts/withdrawals.ts';
import type { WithdrawalRow } from '../db/tables/withdrawals.ts';
import type { WithdrawalContext } from './withdrawalContext.ts';

const REVIEW_WINDOW_MS = 24 * 3_600_000;

/**
 * Returns whether an operator checks a withdrawal that is about to be queued: with it, the withdrawals of the last 24 hours of its
 * customer, or to its address, exceed the limit (D69). Must run under the lock of withdrawals.
 */
export async function needsReview(
  { rules, now }: Pick<WithdrawalContext, 'rules' | 'now'>,
  transaction: Executor,
  { user_id: userId, to_address: address, amount }: Pick<WithdrawalRow, 'user_id' | 'to_address' | 'amount'>,
): Promise<boolean> {
  const recent = await listRecentWithdrawals(transaction, { userId, address, since: now() - REVIEW_WINDOW_MS });
  const exceeds = (rows: typeof recent): boolean =>
    compare(add(amount, sum(rows.map((row) => row.amount))), rules.reviewAbove) > 0;
  return exceeds(recent.filter((row) => row.user_id === userId)) || exceeds(recent.filter((row) => row.to_address === address));
}

/** Returns the sum of the customer's withdrawals that count toward the review now. */
export async function withdrawnInDay(
  { database, now }: Pick<WithdrawalContext, 'database' | 'now'>,
  userId: number,
): Promise<Decimal> {
  const recent = await listRecentWithdrawals(database, { userId, address: null, since: now() - REVIEW_WINDOW_MS });
  return sum(recent.map((row) => row.amount));
}
