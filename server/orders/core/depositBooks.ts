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

/**
 * Returns the lines of a `claim:…` journal, which gives an unattributed deposit to an order. At an address of its own the first journal is
 * reversed, and the whole deposit is booked for the order: its sweep moves what the order has there.
 */
export function claimLines(
  deposit: Pick<DepositRow, 'instrument' | 'amount'>,
  { isAtTreasury }: { isAtTreasury: boolean },
): LedgerLine[] {
  return isAtTreasury
    ? transferLines('CUSTOMER', 'UNATTRIBUTED', deposit.instrument, deposit.amount)
    : depositLines(deposit, { isAtTreasury, isAttributed: true });
}
