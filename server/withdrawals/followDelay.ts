import type { Executor } from '../db/database.ts';
import { findWithdrawal, listWithdrawals, recordOnce } from '../db/repositories/accounts/withdrawals.ts';
import { PAYOUTS_STOPPED } from '../db/repositories/switches.ts';
import type { OutboxRow } from '../db/tables/payments.ts';
import { FEE_ROSE } from '../payments/outbox/feeWait.ts';
import type { ChainGateway } from '../ports/chain/chainGateway.ts';
import { cancelSend } from './endWithdrawal.ts';
import { NO_ANSWER } from './withdrawalBooks.ts';
import type { WithdrawalContext } from './withdrawalContext.ts';
import { ANSWER_WITHIN_MS } from './withdrawalFee.ts';
import { mailDelay } from './withdrawalMails.ts';

/** Refused attempts, about eight minutes, after which a withdrawal counts as delayed: a short spike of fees sends no e-mail. */
const ATTEMPTS_BEFORE_MAIL = 8;
/** The customer is asked about a fee that kept a withdrawal waiting for so long (D69). */
const ASK_AFTER_MS = 24 * 3_600_000;

/**
 * Follows a withdrawal whose send was just refused (D69). Mails once that it is delayed. After a day of high fees it asks the customer
 * once. Without an answer within 7 days it returns the amount, if the network certainly does not know the transaction.
 */
export async function followDelay(
  { database, now }: Pick<WithdrawalContext, 'database' | 'now'>,
  gateway: ChainGateway,
  send: OutboxRow,
): Promise<void> {
  if (send.state !== 'REFUSED' || send.attempts < ATTEMPTS_BEFORE_MAIL) return;
  const withdrawal = await findWithdrawal(database, send.withdrawal_id ?? '');
  if (!withdrawal) return;
  const at = now();
  const { id, delayed_at: delayedAt, asked_at: askedAt } = withdrawal;
  const inTransaction = async (work: (transaction: Executor) => Promise<void>): Promise<void> =>
    await database.transaction().execute(work);
  const isFee = send.reason === FEE_ROSE;
  if (delayedAt === null) {
    await inTransaction(async (transaction) => {
      if (!(await recordOnce(transaction, id, 'delayed_at', at))) return;
      await mailDelay(transaction, withdrawal, { reason: isFee ? 'FEE_ROSE' : 'REFUSED', returnsAt: null, now: at });
    });
  } else if (isFee && askedAt === null && at >= delayedAt + ASK_AFTER_MS) {
    await inTransaction(async (transaction) => {
      if (!(await recordOnce(transaction, id, 'asked_at', at))) return;
      await mailDelay(transaction, withdrawal, { reason: 'ASKED', returnsAt: at + ANSWER_WITHIN_MS, now: at });
    });
  } else if (isFee && askedAt !== null && at >= askedAt + ANSWER_WITHIN_MS) {
    if ((await gateway.sendState(send.idempotency_key)).state !== 'unknown') return;
    await inTransaction(async (transaction) => void (await cancelSend(transaction, send, NO_ANSWER, at)));
  }
}

/** Mails once that a withdrawal is delayed because an operator has stopped payments (D72), in the transaction that marks its send. */
export async function reportStop(transaction: Executor, sends: readonly OutboxRow[], now: number): Promise<void> {
  const ids = sends.flatMap((send) => send.withdrawal_id ?? []);
  for (const withdrawal of await listWithdrawals(transaction, ids)) {
    if (!(await recordOnce(transaction, withdrawal.id, 'delayed_at', now))) continue;
    await mailDelay(transaction, withdrawal, { reason: PAYOUTS_STOPPED, returnsAt: null, now });
  }
}
