import { subtract, type Decimal } from '../../contract/money.ts';
import { TEST_WITHDRAWAL_ADDRESS } from '../../contract/accounts/withdrawal.ts';
import type { Executor } from '../db/database.ts';
import { changeCustomerBalance } from '../db/repositories/accounts/customerBalances.ts';
import type { WithdrawalRow } from '../db/tables/withdrawals.ts';
import { sendId } from '../payments/outbox/enqueue.ts';
import { negate, post, reverseJournal, type LedgerLine } from '../payments/ledger.ts';

/** The `reason` of a withdrawal's cancelled send. Any other reason is a failure: what the network said. */
export const STOPPED_BY_CUSTOMER = 'STOPPED_BY_CUSTOMER';
/** A link of a mail has frozen the customer's account (D70). */
export const ACCOUNT_FROZEN = 'ACCOUNT_FROZEN';
export const REFUSED_BY_OPERATOR = 'REFUSED_BY_OPERATOR';
/** The customer did not answer the question about a higher network fee (D69). */
export const NO_ANSWER = 'NO_ANSWER';
/** The customer accepted a higher network fee: another withdrawal takes its place (D69). */
export const REPLACED = 'REPLACED';

/** Stands for the test address of the sandbox (D25) on the embedded network: a valid address whose key nobody knows. */
const TEST_RECIPIENT = 'TBXSw8fM4jpQkGc6zZjsVABFpVN7UvXPdV';

/** Returns the address that the network gets for a withdrawal's address. They differ for the test address of the sandbox only. */
export function payableAddress(address: string): string {
  return address === TEST_WITHDRAWAL_ADDRESS ? TEST_RECIPIENT : address;
}

type Booked = Pick<WithdrawalRow, 'id' | 'user_id' | 'instrument' | 'amount' | 'network_fee'>;

/** Returns what arrives of a withdrawal, in its instrument. */
export function arrivingAmount({ amount, network_fee }: Pick<WithdrawalRow, 'amount' | 'network_fee'>): Decimal {
  return subtract(amount, network_fee);
}

/** Returns the id of the outbox row that sends a withdrawal. */
export function withdrawalSendId(id: string): string {
  return sendId('WITHDRAWAL', id);
}

/** Returns the id of the journal that takes a withdrawal from the balance. */
export function withdrawalJournalId({ id }: Pick<WithdrawalRow, 'id'>): string {
  return `withdrawal:${id}`;
}

/** Returns the lines of the `withdrawal:…` journal: earnings become a payment that is not confirmed yet, and our income for its fee. */
export function withdrawalLines(withdrawal: Booked): LedgerLine[] {
  const { instrument, amount, user_id: userId, network_fee: networkFee } = withdrawal;
  return [
    { account: 'EARNINGS', instrument, amount, userId },
    { account: 'IN_TRANSIT', instrument, amount: negate(arrivingAmount(withdrawal)) },
    { account: 'NETWORK_FEES', instrument, amount: negate(networkFee) },
  ];
}

/**
 * Takes a withdrawal from the customer's balance and books it. Returns the new balance, or null without any change if the balance is
 * too low.
 */
export async function bookWithdrawal(transaction: Executor, withdrawal: Booked, now: number): Promise<Decimal | null> {
  const { user_id: userId, instrument, amount } = withdrawal;
  const balance = await changeCustomerBalance(transaction, userId, instrument, negate(amount));
  if (balance === null) return null;
  await post(transaction, {
    id: withdrawalJournalId(withdrawal),
    kind: 'WITHDRAWAL',
    source: { withdrawal_id: withdrawal.id },
    at: now,
    lines: withdrawalLines(withdrawal),
  });
  return balance;
}

/** Returns the whole amount of a withdrawal to the balance, fee included, in the transaction that cancels its send. */
export async function returnWithdrawal(transaction: Executor, withdrawal: WithdrawalRow, now: number): Promise<void> {
  await reverseJournal(transaction, withdrawalJournalId(withdrawal), now);
  await changeCustomerBalance(transaction, withdrawal.user_id, withdrawal.instrument, withdrawal.amount);
}
