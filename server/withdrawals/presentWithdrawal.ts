import { isoTime } from '../../contract/isoTime.ts';
import type { Withdrawal } from '../../contract/schemas/withdrawals.ts';
import type { WithdrawalDelay, WithdrawalState } from '../../contract/accounts/withdrawal.ts';
import type { SentWithdrawal } from '../db/repositories/accounts/withdrawals.ts';
import type { WithdrawalRow } from '../db/tables/withdrawals.ts';
import type { OutboxRow } from '../db/tables/payments.ts';
import { referenceOf } from '../instruments/lookup.ts';
import { RESTORED } from '../db/repositories/restoredBooks.ts';
import { PAYOUTS_STOPPED } from '../db/repositories/switches.ts';
import { FEE_ROSE } from '../payments/outbox/feeWait.ts';
import { compare, subtract } from '../../contract/money.ts';
import { arrivingAmount, REPLACED, STOPPED_BY_CUSTOMER } from './withdrawalBooks.ts';
import type { WithdrawalContext } from './withdrawalContext.ts';
import { ANSWER_WITHIN_MS, currentFee } from './withdrawalFee.ts';

/** Returns a withdrawal as API responses show it. `now` in ms since 1970. */
export function presentWithdrawal(
  context: Pick<WithdrawalContext, 'catalogue' | 'gateways' | 'desk' | 'now'>,
  sent: SentWithdrawal,
  now: number,
): Withdrawal {
  const { withdrawal, send } = sent;
  const { currencyTitle, networkTitle } = referenceOf(context, withdrawal.instrument);
  const state = stateOf(send, now);
  const gateway = context.gateways.get(send.network);
  // The hash of an attempt that was stopped or failed proves nothing to the customer.
  const txHash = state === 'SENDING' || state === 'SENT' ? send.tx_hash : null;
  return {
    withdrawalId: withdrawal.id,
    currencyTitle,
    networkTitle,
    address: withdrawal.to_address,
    amount: withdrawal.amount,
    networkFee: withdrawal.network_fee,
    arrives: send.arrived_amount ?? arrivingAmount(withdrawal),
    state,
    delay: state === 'DELAYED' ? delayOf(send) : null,
    question: isAsked(sent) ? questionOf(context, isRestored(send) ? { ...withdrawal, asked_at: null } : withdrawal) : null,
    waitUntil: withdrawal.wait_until === null ? null : isoTime(withdrawal.wait_until),
    waitReasons: JSON.parse(withdrawal.wait_reasons),
    isCancellable: isCancellable(send),
    createdAt: isoTime(withdrawal.created_at),
    endedAt: send.confirmed_at === null ? null : isoTime(send.confirmed_at),
    txHash,
    explorerUrl: txHash === null ? null : (gateway?.transactionUrl(txHash) ?? null),
  };
}

/** Returns whether the customer is asked about a higher network fee (D69), or whether restored books still say what they want (D73). */
export function isAsked({ withdrawal, send }: SentWithdrawal): boolean {
  if (isRestored(send)) return true;
  return withdrawal.asked_at !== null && send.reason === FEE_ROSE && send.state === 'REFUSED' && isCancellable(send);
}

/** Returns whether a withdrawal of restored books waits for its customer (D73). */
export function isRestored({ state, reason }: Pick<OutboxRow, 'state' | 'reason'>): boolean {
  return state === 'HELD' && reason === RESTORED;
}

function questionOf(
  context: Pick<WithdrawalContext, 'desk' | 'now'>,
  { amount, asked_at: askedAt }: WithdrawalRow,
): NonNullable<Withdrawal['question']> {
  const networkFee = currentFee(context);
  const arrives = compare(amount, networkFee) > 0 ? subtract(amount, networkFee) : '0';
  return { networkFee, arrives, answerUntil: askedAt === null ? null : isoTime(askedAt + ANSWER_WITHIN_MS) };
}

function stateOf(send: OutboxRow, now: number): WithdrawalState {
  switch (send.state) {
    case 'HELD':
      return isRestored(send) ? 'DELAYED' : 'HELD';
    case 'CONFIRMED':
      return 'SENT';
    case 'CANCELLED':
      return send.reason === STOPPED_BY_CUSTOMER || send.reason === REPLACED ? 'CANCELLED' : 'FAILED';
    case 'PENDING':
      if (isUntried(send) && send.not_before > now) return 'WAITING';
      return isUntried(send) && send.reason === PAYOUTS_STOPPED ? 'DELAYED' : 'SENDING';
    case 'REFUSED':
      return isCancellable(send) ? 'DELAYED' : 'SENDING';
    case 'SENT':
    case 'FAILED':
      return 'SENDING';
  }
}

function delayOf({ reason }: OutboxRow): WithdrawalDelay {
  return reason === FEE_ROSE || reason === PAYOUTS_STOPPED || reason === RESTORED ? reason : 'REFUSED';
}

/** Returns whether a send has certainly not been tried. */
export function isUntried({ state, reason, attempts, lease_owner, sent_at }: OutboxRow): boolean {
  // What happened to one of restored books is not in them.
  if (state === 'HELD') return !isRestored({ state, reason });
  return state === 'PENDING' && attempts === 0 && lease_owner === null && sent_at === null;
}

/** Returns whether the customer may stop a send: it was not tried, or it was refused and the network does not know it (D69). */
export function isCancellable(send: OutboxRow): boolean {
  return isUntried(send) || isRestored(send) || (send.state === 'REFUSED' && send.lease_owner === null && send.sent_at === null);
}
