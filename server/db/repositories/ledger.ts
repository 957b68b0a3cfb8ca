import { sql } from 'kysely';
import { subtract, sum, type Decimal } from '../../../contract/money.ts';
import type { Executor } from '../database.ts';
import type { LedgerAccount, LedgerEntryTable } from '../tables/payments.ts';

export async function insertLedgerEntries(executor: Executor, entries: readonly LedgerEntryTable[]): Promise<void> {
  if (entries.length > 0) await executor.insertInto('ledger_entries').values(entries).execute();
}

export async function listLedgerEntries(executor: Executor, orderId?: string): Promise<LedgerEntryTable[]> {
  const entries = executor.selectFrom('ledger_entries').selectAll().orderBy('created_at').orderBy('journal_id').orderBy('line');
  return await (orderId === undefined ? entries : entries.where('order_id', '=', orderId)).execute();
}

/** Returns an account's balance in an instrument: the totals of the last reconciliation plus the entries since. */
export async function ledgerBalance(executor: Executor, account: LedgerAccount, instrument: string): Promise<Decimal> {
  // One query, because the totals and their time must come from the same run.
  const known = await executor
    .selectFrom('reconcile_state')
    .leftJoin('reconcile_totals', (join) => join.on('account', '=', account).on('instrument', '=', instrument))
    .select(['totals_until', 'inflow', 'outflow'])
    .executeTakeFirst();
  const entries = await executor
    .selectFrom('ledger_entries')
    .select('amount')
    .where('created_at', '>=', known?.totals_until ?? 0)
    .where('account', '=', account)
    .where('instrument', '=', instrument)
    .execute();
  const since = sum(entries.map(({ amount }) => amount));
  return subtract(sum([known?.inflow ?? '0', since]), known?.outflow ?? '0');
}

/** Returns the instruments with entries of an account: those of the last reconciliation's totals, and those since. */
export async function listAccountInstruments(executor: Executor, account: LedgerAccount): Promise<string[]> {
  const rows = await executor
    .selectFrom('reconcile_totals')
    .select('instrument')
    .where('account', '=', account)
    .union(
      executor
        .selectFrom('ledger_entries')
        .select('instrument')
        .where('account', '=', account)
        .where('created_at', '>=', (where) =>
          where.fn.coalesce(where.selectFrom('reconcile_state').select('totals_until'), where.lit(0)),
        ),
    )
    .execute();
  return rows.map(({ instrument }) => instrument);
}

/** Returns the lines of one journal. */
export async function listJournal(executor: Executor, journalId: string): Promise<LedgerEntryTable[]> {
  return await executor.selectFrom('ledger_entries').selectAll().where('journal_id', '=', journalId).orderBy('line').execute();
}

/** A customer's EARNINGS line: liability, so what the customer gains is negative. */
export type EarningsLine = Pick<
  LedgerEntryTable,
  'journal_id' | 'line' | 'kind' | 'is_reversal' | 'order_id' | 'withdrawal_id' | 'accrual_id' | 'amount' | 'created_at'
>;

/** Returns up to `limit` EARNINGS lines of a customer in an instrument, newest first, older than `before` if it is given. */
export async function listEarnings(
  executor: Executor,
  userId: number,
  instrument: string,
  limit: number,
  before: Pick<EarningsLine, 'created_at' | 'journal_id'> | null,
): Promise<EarningsLine[]> {
  const lines = executor
    .selectFrom('ledger_entries')
    .select(['journal_id', 'line', 'kind', 'is_reversal', 'order_id', 'withdrawal_id', 'accrual_id', 'amount', 'created_at'])
    .where('user_id', '=', userId)
    .where('instrument', '=', instrument);
  const page = before
    ? lines.where((where) =>
        where.or([
          where('created_at', '<', before.created_at),
          where.and([where('created_at', '=', before.created_at), where('journal_id', '<', before.journal_id)]),
        ]),
      )
    : lines;
  return await page.orderBy('created_at', 'desc').orderBy('journal_id', 'desc').limit(limit).execute();
}

/** Returns when a customer's first EARNINGS line was booked, in ms since 1970; null: never. */
export async function findFirstEarning(executor: Executor, userId: number): Promise<number | null> {
  const first = executor.selectFrom('ledger_entries').select('created_at').where('user_id', '=', userId).orderBy('created_at');
  return (await first.limit(1).executeTakeFirst())?.created_at ?? null;
}

/** Returns the lines of all journals of a withdrawal, oldest first. */
export async function listEntriesOfWithdrawal(executor: Executor, withdrawalId: string): Promise<LedgerEntryTable[]> {
  const entries = executor.selectFrom('ledger_entries').selectAll().where('withdrawal_id', '=', withdrawalId);
  return await entries.orderBy('created_at').orderBy('journal_id').orderBy('line').execute();
}

/** Returns instrument → the sum of some accounts: the totals of the last reconciliation plus the entries since. */
export async function sumAccounts(executor: Executor, accounts: readonly LedgerAccount[]): Promise<Map<string, Decimal>> {
  // One query, because the totals and their time must come from the same run.
  const rows = await executor
    .selectFrom('reconcile_totals')
    .select(['instrument', 'inflow as plus', 'outflow as minus'])
    .where('account', 'in', accounts)
    .unionAll(
      executor
        .selectFrom('ledger_entries')
        .select(['instrument', 'amount as plus', sql<Decimal>`'0'`.as('minus')])
        .where('account', 'in', accounts)
        .where('created_at', '>=', (where) =>
          where.fn.coalesce(where.selectFrom('reconcile_state').select('totals_until'), where.lit(0)),
        ),
    )
    .execute();
  const sums = [...Map.groupBy(rows, ({ instrument }) => instrument)].map(
    ([instrument, lines]) =>
      [instrument, subtract(sum(lines.map(({ plus }) => plus)), sum(lines.map(({ minus }) => minus)))] as const,
  );
  return new Map(sums);
}
