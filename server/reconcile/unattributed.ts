import type { DepositRow } from '../db/tables/orders.ts';
import type { LedgerEntryTable } from '../db/tables/payments.ts';
import { depositJournalId, depositLines } from '../payments/ledger.ts';
import { compareJournal } from './compareJournals.ts';
import type { Difference, ReconcileContext } from './difference.ts';
import { isSharedAddress } from './expectedJournals.ts';

/** Compares a booked deposit that matches no order (D6) with its journal. `entries` contains at least the entries of that journal. */
export function checkUnattributedDeposit(
  { catalogue }: Pick<ReconcileContext, 'catalogue'>,
  deposit: DepositRow,
  entries: readonly LedgerEntryTable[],
): Difference[] {
  const id = depositJournalId(deposit);
  const lines = depositLines(deposit, { isAtTreasury: isSharedAddress(catalogue, deposit.network), isAttributed: false });
  return compareJournal(
    { id, orderId: null, lines },
    entries.filter((entry) => entry.journal_id === id),
  );
}
