import { isoTime } from '../../contract/isoTime.ts';
import type { Withdrawal } from '../../contract/schemas/withdrawals.ts';
import type { WithdrawalState } from '../../contract/accounts/withdrawal.ts';
import type { SentWithdrawal } from '../db/repositories/accounts/withdrawals.ts';
import type { OutboxRow } from '../db/tables/payments.ts';
import { referenceOf } from '../instruments/lookup.ts';
import type { PaymentContext } from '../payments/paymentContext.ts';
import { arrivingAmount, STOPPED_BY_CUSTOMER } from './withdrawalBooks.ts';

/** Returns a withdrawal as API responses show it. `now` in ms since 1970. */
export function presentWithdrawal(
  context: Pick<PaymentContext, 'catalogue' | 'gateways'>,
  { withdrawal, send }: SentWithdrawal,
  now: number,
): Withdrawal {
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
    waitUntil: withdrawal.wait_until === null ? null : isoTime(withdrawal.wait_until),
    waitReasons: JSON.parse(withdrawal.wait_reasons),
    isCancellable: isCancellable(send),
    createdAt: isoTime(withdrawal.created_at),
    endedAt: send.confirmed_at === null ? null : isoTime(send.confirmed_at),
    txHash,
    explorerUrl: txHash === null ? null : (gateway?.transactionUrl(txHash) ?? null),
  };
}

function stateOf(send: OutboxRow, now: number): WithdrawalState {
  switch (send.state) {
    case 'HELD':
      return 'HELD';
    case 'CONFIRMED':
      return 'SENT';
    case 'CANCELLED':
      return send.reason === STOPPED_BY_CUSTOMER ? 'CANCELLED' : 'FAILED';
    case 'PENDING':
      return isCancellable(send) && send.not_before > now ? 'WAITING' : 'SENDING';
    case 'SENT':
    case 'REFUSED':
    case 'FAILED':
      return 'SENDING';
  }
}

/** Returns whether a send has certainly not been tried, so that the customer may still stop it. */
export function isCancellable({ state, attempts, lease_owner, sent_at }: OutboxRow): boolean {
  if (state === 'HELD') return true;
  return state === 'PENDING' && attempts === 0 && lease_owner === null && sent_at === null;
}
