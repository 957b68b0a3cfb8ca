import { amount, sum, ZERO, type Decimal } from '../../contract/money.ts';
import type { LedgerEntryTable } from '../db/tables/payments.ts';
import type { Journal, LedgerLine } from '../payments/ledger.ts';
import { alarm, type Difference } from './difference.ts';

/** Journal id → its entries */
export type JournalEntries = ReadonlyMap<string, readonly LedgerEntryTable[]>;

export type ExpectedJournal = Pick<Journal, 'id' | 'orderId' | 'lines'>;

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
export function compareJournal({ id, orderId, lines }: ExpectedJournal, entries: readonly LedgerEntryTable[]): Difference[] {
  const [wanted, booked] = [totalsOf(lines), totalsOf(entries)];
  if (wanted.size === 0 && booked.size === 0) return [];
  if (entries.length === 0) return [alarm(id, 'a journal is missing', describe(wanted), WRITTEN_BY_HAND)];
  const isSame = wanted.size === booked.size && [...wanted].every(([key, value]) => booked.get(key) === value);
  if (!isSame) {
    return [alarm(id, 'a journal has other lines', `${describe(booked)} instead of ${describe(wanted)}`, WRITTEN_BY_HAND)];
  }
  const stranger = entries.find((entry) => entry.order_id !== orderId);
  if (!stranger) return [];
  const howMuch = `${stranger.order_id ?? 'none'} instead of ${orderId ?? 'none'}`;
  return [alarm(id, 'a journal belongs to another order', howMuch, WRITTEN_BY_HAND)];
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
