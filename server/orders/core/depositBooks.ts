import type { DepositRow } from '../../db/tables/orders.ts';
import { transferLines, type LedgerLine } from '../../payments/ledger.ts';

/** Returns the id under which a deposit is booked. */
export function depositJournalId(deposit: Pick<DepositRow, 'network' | 'tx_hash' | 'transfer_index'>): string {
  return `deposit:${deposit.network}:${deposit.tx_hash}:${deposit.transfer_index}`;
}

/** Returns the lines of a `deposit:…` journal: an asset of ours, owed to the customer or, unattributed, to an unknown sender (D6). */
export function depositLines(
  { instrument, amount: value }: Pick<DepositRow, 'instrument' | 'amount'>,
  { isAtTreasury, isAttributed }: { isAtTreasury: boolean; isAttributed: boolean },
): LedgerLine[] {
  const asset = isAtTreasury ? 'TREASURY' : 'DEPOSIT_ADDRESSES';
  return transferLines(isAttributed ? 'CUSTOMER' : 'UNATTRIBUTED', asset, instrument, value);
}
