import type { Executor } from '../db/database.ts';
import { findWithdrawal } from '../db/repositories/accounts/withdrawals.ts';
import { updateUnsentOutboxRow } from '../db/repositories/outbox.ts';
import type { OutboxRow } from '../db/tables/payments.ts';
import type { WithdrawalRow } from '../db/tables/withdrawals.ts';
import { discountOutflow } from '../payments/caps.ts';
import { RECIPIENT_BLOCKED, type ChainGateway } from '../ports/chain/chainGateway.ts';
import { ACCOUNT_FROZEN, REPLACED, returnWithdrawal, STOPPED_BY_CUSTOMER } from './withdrawalBooks.ts';
import type { WithdrawalContext } from './withdrawalContext.ts';
import { mailEnd } from './withdrawalMails.ts';

/** Notifies the customer of a withdrawal that the network has confirmed. */
export async function onWithdrawalConfirmed(transaction: Executor, send: OutboxRow, now: number): Promise<void> {
  await mailEnd(transaction, { withdrawal: await withdrawalOf(transaction, send), send }, now);
}

/**
 * Returns the money of a withdrawal that failed for good, and notifies the customer. The caller has cancelled the send in this
 * transaction; `send` is the row before.
 */
export async function returnFailed(transaction: Executor, send: OutboxRow, now: number): Promise<void> {
  const withdrawal = await withdrawalOf(transaction, send);
  await returnWithdrawal(transaction, withdrawal, now);
  await discountOutflow(transaction, send);
  // The mail about the withdrawal that takes its place says all.
  if (send.reason !== REPLACED) await mailEnd(transaction, { withdrawal, send: { ...send, state: 'CANCELLED' } }, now);
}

/**
 * Cancels a send that has not left and returns its money, in the caller's transaction. Returns false without any change if another
 * process has taken it over since it was read.
 */
export async function cancelSend(transaction: Executor, send: OutboxRow, reason: string, now: number): Promise<boolean> {
  if (!(await updateUnsentOutboxRow(transaction, send, { state: 'CANCELLED', reason }))) return false;
  await returnFailed(transaction, { ...send, reason }, now);
  return true;
}

/** Reasons for which a refused send never leaves, and what the customer is told. */
const ENDING: ReadonlyMap<string | null, string> = new Map([
  [RECIPIENT_BLOCKED, RECIPIENT_BLOCKED],
  [ACCOUNT_FROZEN, STOPPED_BY_CUSTOMER],
]);

/**
 * Returns the money of a withdrawal whose recipient the token blocks, or whose customer froze the account, if the network certainly does
 * not know its transaction.
 */
export async function endRefused(
  { database, now }: Pick<WithdrawalContext, 'database' | 'now'>,
  gateway: ChainGateway,
  send: OutboxRow,
): Promise<void> {
  const reason = ENDING.get(send.reason);
  if (send.state !== 'REFUSED' || reason === undefined) return;
  if ((await gateway.sendState(send.idempotency_key)).state !== 'unknown') return;
  await database.transaction().execute(async (transaction) => {
    await cancelSend(transaction, send, reason, now());
  });
}

async function withdrawalOf(transaction: Executor, send: OutboxRow): Promise<WithdrawalRow> {
  const withdrawal = send.withdrawal_id === null ? undefined : await findWithdrawal(transaction, send.withdrawal_id);
  if (!withdrawal) throw new Error(`${send.id} has no withdrawal`);
  return withdrawal;
}
