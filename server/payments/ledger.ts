import { amount, sum, toDecimal, ZERO, type Decimal } from '../../contract/money.ts';
import type { Executor } from '../db/database.ts';
import { insertLedgerEntries, listJournal } from '../db/repositories/ledger.ts';
import {
  NO_JOURNAL_SOURCE,
  type JournalKind,
  type JournalSource,
  type LedgerAccount,
  type LedgerEntryTable,
} from '../db/tables/payments.ts';

export interface LedgerLine {
  account: LedgerAccount;
  instrument: string;
  /** Signed: assets and costs are positive, liabilities and income negative. */
  amount: Decimal;
  /** The customer of an EARNINGS line. */
  userId?: number;
}

export interface Journal {
  /** Names the event, so that the same event cannot be booked twice. */
  id: string;
  kind: JournalKind;
  /** What it belongs to */
  source?: JournalSource;
  lines: readonly LedgerLine[];
  at: number;
}

export class UnbalancedJournalError extends Error {
  override readonly name = 'UnbalancedJournalError';
}

/**
 * Appends journals to the ledger (D9) in one statement. Leaves out lines of zero.
 *
 * @throws UnbalancedJournalError unless the lines of each journal sum to zero per instrument
 */
export async function post(executor: Executor, ...journals: readonly Journal[]): Promise<void> {
  await insertLedgerEntries(executor, journals.flatMap(entriesOf));
}

function entriesOf(journal: Journal): LedgerEntryTable[] {
  for (const instrument of new Set(journal.lines.map((line) => line.instrument))) {
    const total = sum(journal.lines.filter((line) => line.instrument === instrument).map((line) => line.amount));
    if (!amount(total).eq(ZERO)) throw new UnbalancedJournalError(`${journal.id} is out by ${total} ${instrument}`);
  }
  const lines = journal.lines.filter((line) => !amount(line.amount).eq(ZERO));
  return lines.map((line, index) => ({
    journal_id: journal.id,
    line: index,
    account: line.account,
    kind: journal.kind,
    is_reversal: 0,
    ...NO_JOURNAL_SOURCE,
    ...journal.source,
    instrument: line.instrument,
    amount: line.amount,
    created_at: journal.at,
    user_id: line.userId ?? null,
  }));
}

/**
 * Books the reversal of a journal, as `cancelled:…`, with the same kind and source. Returns its lines. Does nothing when there is no
 * such journal.
 */
export async function reverseJournal(executor: Executor, journalId: string, at: number): Promise<readonly LedgerLine[]> {
  const entries = await listJournal(executor, journalId);
  const reversed = entries.map((entry) => ({
    ...entry,
    journal_id: reversalId(journalId),
    is_reversal: 1,
    amount: negate(entry.amount),
    created_at: at,
  }));
  await insertLedgerEntries(executor, reversed);
  return reversed;
}

/** Returns the id of the journal that reverses another. */
export function reversalId(journalId: string): string {
  return `cancelled:${journalId}`;
}

export function negate(value: Decimal): Decimal {
  return toDecimal(ZERO.minus(amount(value)));
}

/** Returns the two lines that move a value between accounts: `to` grows by it, `from` shrinks. */
export function transferLines(from: LedgerAccount, to: LedgerAccount, instrument: string, value: Decimal): LedgerLine[] {
  return [
    { account: to, instrument, amount: value },
    { account: from, instrument, amount: negate(value) },
  ];
}
