import { add, amount, subtract, sum, ZERO } from '../../contract/money.ts';
import { listExistingOrderIds, listLedgerPage, type LedgerPosition } from '../db/repositories/audit.ts';
import { listWithdrawals } from '../db/repositories/accounts/withdrawals.ts';
import { listDepositsByTransaction } from '../db/repositories/deposits.ts';
import type { DepositRow } from '../db/tables/orders.ts';
import type { LedgerEntryTable } from '../db/tables/payments.ts';
import type { ReconcileTotalTable } from '../db/tables/reconcile.ts';
import { isBooked } from '../orders/rules/depositRules.ts';
import { forfeitJournalId } from '../affiliates/earningBooks.ts';
import { depositJournalId, depositLines } from '../orders/core/depositBooks.ts';
import { compareJournals, reversalOf } from './compareJournals.ts';
import type { Difference, ReconcileContext } from './difference.ts';
import { isAtTreasury } from './unattributed.ts';
import { expectedMoves } from './venues/expectedMoves.ts';
import { expectedFills } from './venues/expectedFills.ts';
import { yieldToHost } from './yieldToHost.ts';

type Context = Pick<ReconcileContext, 'database' | 'catalogue' | 'gateways'>;

const PAGE = 1_000;

/** "account instrument" → inflow and outflow. */
export type Totals = Map<string, ReconcileTotalTable>;

/**
 * Adds the ledger entries from `since` (inclusive) to `until` (exclusive) to `totals`. Returns a difference for each journal that
 * does not sum to zero per instrument (D9), for each missing order, and for each journal without an order that no deposit explains. Adds the ids of the orders to `orderIds`; pass null for
 * the whole ledger, whose ids would not fit into memory.
 */
export async function readLedger(
  context: Context,
  totals: Totals,
  { since, until, orderIds }: { since: number; until: number; orderIds: Set<string> | null },
): Promise<Difference[]> {
  const differences: Difference[] = [];
  let after: LedgerPosition | null = null;
  let unfinished: LedgerEntryTable[] = [];
  for (;;) {
    const page: LedgerEntryTable[] = await listLedgerPage(context.database, { since, until, after, limit: PAGE });
    const entries = [...unfinished, ...page];
    const last = entries.at(-1);
    const isEnd = page.length < PAGE;
    // A page can end in the middle of a journal, which is then checked with the next page.
    unfinished = isEnd ? [] : entries.filter((entry) => entry.journal_id === last?.journal_id);
    const complete = isEnd ? entries : entries.slice(0, entries.length - unfinished.length);
    for (const entry of complete) count(totals, entry);
    differences.push(...checkJournals(complete), ...(await checkJournalsWithoutOrder(context, complete)));
    const mentionedIds = [...new Set(complete.flatMap(({ order_id: id }) => (id === null ? [] : [id])))];
    differences.push(...(await checkOwners(context.database, mentionedIds)));
    for (const id of mentionedIds) orderIds?.add(id);
    if (isEnd || !last) return differences;
    after = { created_at: last.created_at, journal_id: last.journal_id, line: last.line };
    await yieldToHost();
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

function checkJournals(entries: readonly LedgerEntryTable[]): Difference[] {
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
        whatToDo: 'The host can’t write this. Find out what else writes to the database.',
      },
    ];
  });
}

/**
 * Without an order are only deposits that matched none when they were booked (D6), trades on an exchange and transfers to it (D71), withdrawals and
 * forfeited balances, which `customers.ts` compares, and our capital, which `capital.ts` compares.
 */
async function checkJournalsWithoutOrder(context: Context, entries: readonly LedgerEntryTable[]): Promise<Difference[]> {
  const { database } = context;
  const unowned = entries.filter(({ order_id, kind }) => order_id === null && kind !== 'CAPITAL');
  const orderless = withoutForfeits(await withoutWithdrawals(database, unowned));
  if (orderless.length === 0) return [];
  const journals = Map.groupBy(orderless, (entry) => entry.journal_id);
  const parts = [...journals.keys()].map((id) => /^(?:cancelled:)?deposit:(?<network>[^:]+):(?<txHash>.+):\d+$/.exec(id)?.groups);
  const deposits: DepositRow[] = [];
  for (const [network, named] of Map.groupBy(parts, (part) => part?.['network'])) {
    const txHashes = [...new Set(named.flatMap((part) => part?.['txHash'] ?? []))];
    if (network !== undefined) deposits.push(...(await listDepositsByTransaction(database, network, txHashes)));
  }
  const expected = deposits.filter(isBooked).flatMap((deposit) => {
    const lines = depositLines(deposit, { isAtTreasury: isAtTreasury(context, deposit.network), isAttributed: false });
    const booked = { id: depositJournalId(deposit), kind: 'DEPOSIT', lines } as const;
    return deposit.order_id === null ? [booked] : [booked, reversalOf(booked)];
  });
  const atVenues = [
    ...(await expectedFills(database, [...journals.keys()])),
    ...(await expectedMoves(database, [...journals.keys()])),
  ];
  const known = [...expected, ...atVenues].filter(({ id }) => journals.has(id));
  return compareJournals(known, journals);
}

/** Leaves out the journals of existing withdrawals, which `customers.ts` compares. */
async function withoutWithdrawals(
  database: Context['database'],
  entries: readonly LedgerEntryTable[],
): Promise<LedgerEntryTable[]> {
  const ids = new Set(entries.flatMap(({ withdrawal_id: id }) => id ?? []));
  const known = new Set((await listWithdrawals(database, [...ids])).map(({ id }) => id));
  return entries.filter(({ withdrawal_id: id }) => !known.has(id ?? ''));
}

/** Leaves out the journals of closed accounts, which `customers.ts` compares because a line names the customer. */
function withoutForfeits(entries: readonly LedgerEntryTable[]): LedgerEntryTable[] {
  const isForfeit = ({ journal_id: id, kind, user_id: userId }: LedgerEntryTable) =>
    kind === 'FORFEIT' && userId !== null && id === forfeitJournalId(userId);
  const forfeits = new Set(entries.filter(isForfeit).map(({ journal_id: id }) => id));
  return entries.filter(({ journal_id: id }) => !forfeits.has(id));
}

async function checkOwners(database: Context['database'], orderIds: readonly string[]): Promise<Difference[]> {
  const known = new Set(await listExistingOrderIds(database, orderIds));
  return orderIds
    .filter((id) => !known.has(id))
    .map((id) => ({
      key: `ledger:${id}`,
      severity: 'ALARM',
      what: 'the ledger names an order that does not exist',
      howMuch: id,
      whatToDo: 'Orders are never deleted. Look for it in a backup.',
    }));
}
