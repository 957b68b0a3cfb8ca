import type { DepositRow } from '../db/tables/orders.ts';
import type { LedgerEntryTable } from '../db/tables/payments.ts';
import { depositJournalId, depositLines } from '../orders/core/depositBooks.ts';
import { depositsAt } from '../ports/chain/treasury.ts';
import { compareJournal } from './compareJournals.ts';
import type { Difference, ReconcileContext } from './difference.ts';

/** Compares a booked deposit that matches no order (D6) with its journal. `entries` contains at least the entries of that journal. */
export function checkUnattributedDeposit(
  context: Pick<ReconcileContext, 'catalogue' | 'gateways'>,
  deposit: DepositRow,
  entries: readonly LedgerEntryTable[],
): Difference[] {
  const id = depositJournalId(deposit);
  const lines = depositLines(deposit, { isAtTreasury: isAtTreasury(context, deposit.network), isAttributed: false });
  return compareJournal(
    { id, kind: 'DEPOSIT', lines },
    entries.filter((entry) => entry.journal_id === id),
  );
}

/** Returns whether deposits on the network arrive at the treasury. */
export function isAtTreasury({ catalogue, gateways }: Pick<ReconcileContext, 'catalogue' | 'gateways'>, slug: string): boolean {
  const network = catalogue.networks.get(slug);
  return network !== undefined && depositsAt(gateways, network) === 'TREASURY';
}
