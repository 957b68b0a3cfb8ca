import { amount, sum, ZERO, type Decimal } from '../../contract/money.ts';
import { NO_JOURNAL_SOURCE, type LedgerEntryTable } from '../db/tables/payments.ts';
import { negate, reversalId, type Journal, type LedgerLine } from '../payments/ledger.ts';
import { alarm, type Difference } from './difference.ts';

/** Journal id → its entries */
export type JournalEntries = ReadonlyMap<string, readonly LedgerEntryTable[]>;

export type ExpectedJournal = Pick<Journal, 'id' | 'kind' | 'source' | 'lines'> & { isReversal?: boolean };

/** Returns the reversal of a journal. */
export function reversalOf(journal: ExpectedJournal): ExpectedJournal {
  return {
    ...journal,
    id: reversalId(journal.id),
    isReversal: true,
    lines: journal.lines.map((line) => ({ ...line, amount: negate(line.amount) })),
  };
}

const WRITTEN_BY_HAND = 'The host can’t write this. Find out what else writes to the database.';

/** Returns a difference for each journal that is missing, has other lines or another order, or that nothing explains. */
export function compareJournals(expected: readonly ExpectedJournal[], actual: JournalEntries): Difference[] {
  const byId = new Map(expected.map((journal) => [journal.id, journal]));
  const found = [...byId.values()].flatMap((journal) => compareJournal(journal, actual.get(journal.id) ?? []));
  for (const [id, entries] of actual) {
    if (!byId.has(id)) found.push(alarm(id, 'nothing explains a journal', describe(totalsOf(entries)), WRITTEN_BY_HAND));
  }
  return found;
}

/** Compares one journal, line by line after adding the lines of each account and instrument. */
export function compareJournal(expected: ExpectedJournal, entries: readonly LedgerEntryTable[]): Difference[] {
  const { id } = expected;
  const [wanted, booked] = [totalsOf(expected.lines), totalsOf(entries)];
  if (wanted.size === 0 && booked.size === 0) return [];
  if (entries.length === 0) return [alarm(id, 'a journal is missing', describe(wanted), WRITTEN_BY_HAND)];
  const isSame = wanted.size === booked.size && [...wanted].every(([key, value]) => booked.get(key) === value);
  if (!isSame) {
    return [alarm(id, 'a journal has other lines', `${describe(booked)} instead of ${describe(wanted)}`, WRITTEN_BY_HAND)];
  }
  const facts = factsOf(expected);
  const differing = entries.flatMap((entry) =>
    Object.entries(facts).filter(([column, value]) => entry[column as keyof typeof facts] !== value),
  );
  const [first] = differing;
  if (!first) return [];
  const [column, value] = first;
  const found = entries.map((entry) => entry[column as keyof typeof facts]).find((one) => one !== value);
  const what = column === 'order_id' ? 'a journal belongs to another order' : `a journal has another ${column}`;
  return [alarm(id, what, `${found ?? 'none'} instead of ${value ?? 'none'}`, WRITTEN_BY_HAND)];
}

/** Returns the columns that every entry of a journal must have. */
function factsOf({ kind, source, isReversal = false }: ExpectedJournal) {
  return { ...NO_JOURNAL_SOURCE, ...source, kind, is_reversal: isReversal ? 1 : 0 };
}

/** Returns "account instrument" → sum, without zeros. */
function totalsOf(lines: readonly LedgerLine[]): Map<string, Decimal> {
  const groups = Map.groupBy(lines, ({ account, instrument }) => `${account} ${instrument}`);
  const totals = [...groups].map(([key, group]) => [key, sum(group.map((line) => line.amount))] as const);
  return new Map(totals.filter(([, total]) => !amount(total).eq(ZERO)));
}

function describe(totals: ReadonlyMap<string, Decimal>): string {
  return [...totals].map(([key, total]) => `${key} ${total}`).join(', ') || 'nothing';
}
