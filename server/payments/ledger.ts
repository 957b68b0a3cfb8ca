import { amount, sum, toDecimal, ZERO, type Decimal } from '../../contract/money.ts';
import type { Executor } from '../db/database.ts';
import { insertLedgerEntries, listJournal } from '../db/repositories/ledger.ts';
import type { AccrualTable } from '../db/tables/affiliates.ts';
import type { DepositRow } from '../db/tables/orders.ts';
import type { LedgerAccount, LedgerEntryTable } from '../db/tables/payments.ts';

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
  orderId: string | null;
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
    order_id: journal.orderId,
    instrument: line.instrument,
    amount: line.amount,
    created_at: journal.at,
    user_id: line.userId ?? null,
  }));
}

/** Books the reversal of a journal, as `cancelled:…`. Does nothing when there is no such journal. */
export async function reverseJournal(executor: Executor, journalId: string, orderId: string | null, at: number): Promise<void> {
  const entries = await listJournal(executor, journalId);
  await post(executor, {
    id: `cancelled:${journalId}`,
    orderId,
    at,
    lines: entries.map(({ account, instrument, amount: value, user_id: userId }) => ({
      account,
      instrument,
      amount: negate(value),
      ...(userId !== null && { userId }),
    })),
  });
}

/** Returns the id for booking a journal again after `times` reversals: `id`, `id@2`, `id@3` … */
export function journalIdOfAttempt(id: string, times: number): string {
  return times === 0 ? id : `${id}@${times + 1}`;
}

/**
 * Returns the id under which a deposit is booked. It changes each time the deposit is written off, so that a
 * deposit which reappears can be booked again (`operator/writeOffReorgedDeposits.ts`).
 */
export function depositJournalId(
  deposit: Pick<DepositRow, 'network' | 'tx_hash' | 'transfer_index' | 'times_written_off'>,
): string {
  return journalIdOfAttempt(`deposit:${deposit.network}:${deposit.tx_hash}:${deposit.transfer_index}`, deposit.times_written_off);
}

/**
 * Returns the id under which a send is booked now. Reversed bookings are skipped: a sweep that was reorged out with
 * its deposit may be mined again.
 */
export async function sentJournalId(executor: Executor, { idempotency_key: key }: { idempotency_key: string }): Promise<string> {
  for (let times = 0; ; times += 1) {
    const id = journalIdOfAttempt(`sent:${key}`, times);
    if ((await listJournal(executor, `cancelled:${id}`)).length === 0) return id;
  }
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

/** Returns the lines of a `deposit:…` journal: an asset of ours, owed to the customer or, unattributed, to an unknown sender (D6). */
export function depositLines(
  { instrument, amount: value }: Pick<DepositRow, 'instrument' | 'amount'>,
  { isAtTreasury, isAttributed }: { isAtTreasury: boolean; isAttributed: boolean },
): LedgerLine[] {
  const asset = isAtTreasury ? 'TREASURY' : 'DEPOSIT_ADDRESSES';
  return transferLines(isAttributed ? 'CUSTOMER' : 'UNATTRIBUTED', asset, instrument, value);
}

/** Returns the id under which an accrual is booked. */
export function accrualJournalId({ kind, order_id: orderId }: Pick<AccrualTable, 'kind' | 'order_id'>): string {
  return `accrual:${kind}:${orderId}`;
}

/** Returns the id under which the balance of a closed account is booked as income (D60). */
export function forfeitJournalId(userId: number): string {
  return `forfeit:${userId}`;
}

/** Returns the lines of an `accrual:…` journal: a cost of ours, owed to the customer who earned it (D48). */
export function accrualLines({
  instrument,
  amount: value,
  user_id: userId,
}: Pick<AccrualTable, 'instrument' | 'amount' | 'user_id'>): LedgerLine[] {
  return [
    { account: 'AFFILIATE_COSTS', instrument, amount: value },
    { account: 'EARNINGS', instrument, amount: negate(value), userId },
  ];
}
