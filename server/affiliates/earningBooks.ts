import type { AccrualRow } from '../db/tables/affiliates.ts';
import { negate, type LedgerLine } from '../payments/ledger.ts';

/** Returns the id under which an accrual is booked. */
export function accrualJournalId({ kind, order_id: orderId }: Pick<AccrualRow, 'kind' | 'order_id'>): string {
  return `accrual:${kind}:${orderId}`;
}

/** Returns the id under which the balance of a closed account is booked as income (D60). */
export function forfeitJournalId(userId: number): string {
  return `forfeit:${userId}`;
}

/** Returns the lines of an `accrual:…` journal: a cost of ours, owed to the customer who earned it (D48). */
export function accrualLines({
  instrument,
  amount: value,
  user_id: userId,
}: Pick<AccrualRow, 'instrument' | 'amount' | 'user_id'>): LedgerLine[] {
  return [
    { account: 'AFFILIATE_COSTS', instrument, amount: value },
    { account: 'EARNINGS', instrument, amount: negate(value), userId },
  ];
}
