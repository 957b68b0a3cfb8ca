import { add, amount, subtract, sum, ZERO } from '../../contract/money.ts';
import type { Database } from '../db/database.ts';
import { listExistingOrderIds, listLedgerPage, type LedgerPosition } from '../db/repositories/audit.ts';
import type { LedgerEntryTable } from '../db/tables/orders.ts';
import type { ReconcileTotalTable } from '../db/tables/reconcile.ts';
import type { Difference } from './difference.ts';
import { breathe } from './breathe.ts';

const PAGE = 1_000;

/** Account and instrument → what was added and what was taken. */
export type Totals = Map<string, ReconcileTotalTable>;

/**
 * Reads the ledger from `since` until before `until` and adds it to `totals`: every journal must sum to zero per
 * instrument (D9), and belong to an order that there is. Orders that have entries in it are added to `orderIds`, where
 * somebody wants them: of a whole ledger they would not fit into memory.
 */
export async function readLedger(
  database: Database,
  totals: Totals,
  { since, until, orderIds }: { since: number; until: number; orderIds: Set<string> | null },
): Promise<Difference[]> {
  const differences: Difference[] = [];
  let after: LedgerPosition | null = null;
  let unfinished: LedgerEntryTable[] = [];
  for (;;) {
    const page: LedgerEntryTable[] = await listLedgerPage(database, { since, until, after, limit: PAGE });
    const entries = [...unfinished, ...page];
    const last = entries.at(-1);
    const isEnd = page.length < PAGE;
    // A page can end in the middle of a journal: that journal is judged with the next page.
    unfinished = isEnd ? [] : entries.filter((entry) => entry.journal_id === last?.journal_id);
    const complete = isEnd ? entries : entries.slice(0, entries.length - unfinished.length);
    for (const entry of complete) count(totals, entry);
    differences.push(...judgeJournals(complete));
    const mentioned = [...new Set(complete.flatMap(({ order_id: id }) => (id === null ? [] : [id])))];
    differences.push(...(await judgeOwners(database, mentioned)));
    for (const id of mentioned) orderIds?.add(id);
    if (isEnd || !last) return differences;
    after = { created_at: last.created_at, journal_id: last.journal_id, line: last.line };
    await breathe();
  }
}

function count(totals: Totals, { account, instrument, amount: value }: LedgerEntryTable): void {
  const key = `${account} ${instrument}`;
  const known = totals.get(key) ?? { account, instrument, inflow: '0', outflow: '0' };
  const isAdded = amount(value).gt(ZERO);
  totals.set(key, {
    account,
    instrument,
    inflow: isAdded ? add(known.inflow, value) : known.inflow,
    outflow: isAdded ? known.outflow : subtract(known.outflow, value),
  });
}

function judgeJournals(entries: readonly LedgerEntryTable[]): Difference[] {
  const sums = Map.groupBy(entries, (entry) => `${entry.journal_id} ${entry.instrument}`);
  return [...sums].flatMap(([key, lines]): Difference[] => {
    const total = sum(lines.map((entry) => entry.amount));
    if (amount(total).eq(ZERO)) return [];
    const [first] = lines;
    return [
      {
        key: `journal:${key}`,
        severity: 'ALARM',
        what: 'a journal is out of balance',
        howMuch: `${total} ${first?.instrument ?? ''}`,
        whatToDo: 'Nobody can write this through the host: look who else writes to the database.',
      },
    ];
  });
}

async function judgeOwners(database: Database, orderIds: readonly string[]): Promise<Difference[]> {
  const known = new Set(await listExistingOrderIds(database, orderIds));
  return orderIds
    .filter((id) => !known.has(id))
    .map((id) => ({
      key: `ledger:${id}`,
      severity: 'ALARM',
      what: 'the ledger names an order that there is not',
      howMuch: id,
      whatToDo: 'Orders are never deleted: look for it in a backup.',
    }));
}
