import { findRecovery, listTreasuryTransactions } from '../db/repositories/recovery/treasuryTransactions.ts';
import type { RecoveryTable, TreasuryTransactionTable } from '../db/tables/recovery.ts';
import { findPossiblePayments, type PossiblePayments } from '../recovery/possiblePayments.ts';
import { transfersOf, type ListedTransfer } from '../payments/listedTransaction.ts';
import type { OperatorContext } from './operatorContext.ts';

/** A network in RECOVERY, and what left its treasury without the books, by position. */
export interface RecoveryRecord {
  recovery: RecoveryTable;
  transactions: {
    row: TreasuryTransactionTable;
    transfers: ListedTransfer[];
    /** What an unexplained transaction may have paid */
    possible: PossiblePayments;
  }[];
}

/** Returns the record of a network; null if it is not in RECOVERY. */
export async function readRecovery(context: OperatorContext, network: string): Promise<RecoveryRecord | null> {
  const recovery = await findRecovery(context.database, network);
  if (!recovery) return null;
  const rows = await listTreasuryTransactions(context.database, network, recovery.read_from ?? 0);
  const transactions: RecoveryRecord['transactions'] = [];
  for (const row of rows) {
    const possible = row.explanation === null ? await findPossiblePayments(context, row) : NOTHING;
    transactions.push({ row, transfers: transfersOf(row), possible });
  }
  return { recovery, transactions };
}

const NOTHING: PossiblePayments = { sends: [], orders: [] };
