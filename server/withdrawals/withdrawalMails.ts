import type { Executor } from '../db/database.ts';
import type { SentWithdrawal } from '../db/repositories/accounts/withdrawals.ts';
import { queueAccountMail } from '../mail/accountMail.ts';
import type { MailSealing } from '../mail/sealedMailData.ts';
import type { WithdrawalRow } from '../db/tables/withdrawals.ts';
import { arrivingAmount, NO_ANSWER, REFUSED_BY_OPERATOR, STOPPED_BY_CUSTOMER } from './withdrawalBooks.ts';

/** E-mails the customer about a request, in its transaction. `token` is that of the link that stops a withdrawal that waits. */
export async function mailRequested(
  transaction: Executor,
  withdrawal: WithdrawalRow,
  { token, isHeld, sealing }: { token: string | null; isHeld: boolean; sealing: MailSealing },
): Promise<void> {
  await queueAccountMail(transaction, {
    ...mailOf(withdrawal),
    kind: 'WITHDRAWAL_REQUESTED',
    data: { ...amountsOf(withdrawal), sendsAt: withdrawal.wait_until, needsOperator: isHeld, token },
    sealing,
    now: withdrawal.created_at,
  });
}

/** E-mails the customer how a withdrawal ended, in the transaction that ends it. */
export async function mailEnd(transaction: Executor, { withdrawal, send }: SentWithdrawal, now: number): Promise<void> {
  const mail = { ...mailOf(withdrawal), now };
  const amounts = amountsOf(withdrawal);
  if (send.state === 'CONFIRMED') {
    await queueAccountMail(transaction, { ...mail, kind: 'WITHDRAWAL_SENT', data: amounts });
    return;
  }
  const failure = FAILURES.get(send.reason) ?? 'NETWORK';
  await queueAccountMail(transaction, { ...mail, kind: 'WITHDRAWAL_FAILED', data: { ...amounts, failure } });
}

/** E-mails the customer that a withdrawal is delayed, or asks about its fee, in the transaction that records it. */
export async function mailDelay(
  transaction: Executor,
  withdrawal: WithdrawalRow,
  { now, ...delay }: { reason: 'FEE_ROSE' | 'REFUSED' | 'PAYOUTS_STOPPED' | 'ASKED'; returnsAt: number | null; now: number },
): Promise<void> {
  const data = { ...amountsOf(withdrawal), ...delay };
  await queueAccountMail(transaction, { ...mailOf(withdrawal), kind: 'WITHDRAWAL_DELAYED', data, now });
}

const FAILURES: ReadonlyMap<string | null, 'STOPPED' | 'REJECTED' | 'NO_ANSWER'> = new Map([
  [STOPPED_BY_CUSTOMER, 'STOPPED'],
  [REFUSED_BY_OPERATOR, 'REJECTED'],
  [NO_ANSWER, 'NO_ANSWER'],
]);

const mailOf = ({ user_id: userId, origin }: WithdrawalRow) => ({ userId, origin });

const amountsOf = (withdrawal: WithdrawalRow) => ({
  amount: withdrawal.amount,
  arrives: arrivingAmount(withdrawal),
  address: withdrawal.to_address,
});
