import type { Executor } from '../database.ts';
import type { LedgerEntryTable } from '../tables/orders.ts';

export async function insertLedgerEntries(executor: Executor, entries: readonly LedgerEntryTable[]): Promise<void> {
  if (entries.length > 0) await executor.insertInto('ledger_entries').values(entries).execute();
}

export async function listLedgerEntries(executor: Executor, orderId?: string): Promise<LedgerEntryTable[]> {
  const entries = executor.selectFrom('ledger_entries').selectAll().orderBy('created_at').orderBy('journal_id').orderBy('line');
  return await (orderId === undefined ? entries : entries.where('order_id', '=', orderId)).execute();
}

/** The lines of one journal. */
export async function listJournal(executor: Executor, journalId: string): Promise<LedgerEntryTable[]> {
  return await executor.selectFrom('ledger_entries').selectAll().where('journal_id', '=', journalId).orderBy('line').execute();
}
