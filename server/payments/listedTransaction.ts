import type { TreasuryTransactionTable } from '../db/tables/recovery.ts';
import type { OutgoingTransaction, OutgoingTransfer } from '../ports/chain/chainGateway.ts';

/** Returns a stored transaction of the treasury as the network showed it. */
export function transactionOf({ position, tx_hash, transfers, fee }: TreasuryTransactionTable): OutgoingTransaction {
  // The host wrote it.
  return { position, txHash: tx_hash, transfers: JSON.parse(transfers) as OutgoingTransfer[], fee };
}

/** A transfer of a stored transaction. */
export interface ListedTransfer extends OutgoingTransfer {
  /** Which of the transaction's transfers, counted from 0 */
  place: number;
  /** The send of the outbox that it is; null: none that is known */
  sendId: string | null;
}

/** Returns the transfers of a stored transaction. */
export function transfersOf(row: Pick<TreasuryTransactionTable, 'transfers' | 'send_ids'>): ListedTransfer[] {
  // The host wrote them.
  const transfers = JSON.parse(row.transfers) as OutgoingTransfer[];
  const sendIds = JSON.parse(row.send_ids) as (string | null)[];
  return transfers.map((transfer, place) => ({ ...transfer, place, sendId: sendIds[place] ?? null }));
}

/** Returns the transfers of a stored transaction that are no known send of the outbox. */
export function openTransfersOf(row: Pick<TreasuryTransactionTable, 'transfers' | 'send_ids' | 'explanation'>): ListedTransfer[] {
  // The books held it when it was listed.
  if (row.explanation === 'PAYMENT') return [];
  return transfersOf(row).filter(({ sendId }) => sendId === null);
}
