import { subtract, sum, type Decimal } from '../../../../contract/money.ts';
import type { Database, Executor } from '../../database.ts';
import type { CashbackLevelName } from '../../../../contract/schemas/affiliates.ts';
import type { CustomerBalanceTable, UserRow } from '../../tables/accounts.ts';
import type { CashbackDayRow, ReferralRow } from '../../tables/affiliates.ts';
import type { LedgerEntryTable, OutboxRow, OutboxState } from '../../tables/payments.ts';
import type { WithdrawalRow } from '../../tables/withdrawals.ts';
import { inSnapshot, listJournals } from '../audit.ts';
import { listCashbackDays } from '../earnings/days.ts';
import { findReachedLevel } from '../earnings/levels.ts';
import { findReferral } from '../earnings/referrals.ts';
import { findUser } from './users.ts';

/** A customer's accounting records. */
export interface CustomerBooks {
  userId: number;
  /** undefined: there is no such customer */
  user: UserRow | undefined;
  /** The signed referrer of the customer */
  referral: ReferralRow | undefined;
  /** The cashback level that was reached, and the volumes that count; undefined: the first level */
  level: CashbackLevelName | undefined;
  days: readonly CashbackDayRow[];
  /** What is signed of the earnings of its own orders: documents whose signatures are not verified */
  earnings: readonly string[];
  balances: readonly CustomerBalanceTable[];
  /** Instrument → the sum of the customer's EARNINGS lines as the customer's gain */
  earned: ReadonlyMap<string, Decimal>;
  withdrawals: readonly { withdrawal: WithdrawalRow; send: OutboxRow | null }[];
  /** Every entry of the journals that the customer may have */
  entries: readonly LedgerEntryTable[];
}

/** Returns the records of a customer in one snapshot, with the entries of `journals` and of all journals of each withdrawal. */
export async function readCustomerBooks(database: Database, userId: number, journals: readonly string[]): Promise<CustomerBooks> {
  return await inSnapshot(database, async (snapshot) => {
    const balances = await snapshot.selectFrom('customer_balances').selectAll().where('user_id', '=', userId).execute();
    const lines = await snapshot
      .selectFrom('ledger_entries')
      .select(['instrument', 'amount'])
      .where('user_id', '=', userId)
      .execute();
    const earned = [...Map.groupBy(lines, ({ instrument }) => instrument)].map(
      ([instrument, own]) => [instrument, subtract('0', sum(own.map(({ amount }) => amount)))] as const,
    );
    const withdrawals = await snapshot.selectFrom('withdrawals').selectAll().where('user_id', '=', userId).execute();
    const ids = withdrawals.map(({ id }) => id);
    const sends = new Map((await listSends(snapshot, ids)).map((send) => [send.withdrawal_id, send]));
    return {
      userId,
      user: await findUser(snapshot, userId),
      referral: await findReferral(snapshot, userId),
      level: await findReachedLevel(snapshot, userId),
      days: await listCashbackDays(snapshot, userId, 0),
      earnings: await listEarnings(snapshot, userId),
      balances,
      earned: new Map(earned),
      withdrawals: withdrawals.map((withdrawal) => ({ withdrawal, send: sends.get(withdrawal.id) ?? null })),
      entries: [...(await listJournals(snapshot, journals)), ...(await listEntries(snapshot, ids))],
    };
  });
}

async function listEarnings(executor: Executor, userId: number): Promise<string[]> {
  const rows = await executor
    .selectFrom('order_owners')
    .innerJoin('signed_documents', 'signed_documents.order_id', 'order_owners.order_id')
    .select('signed_documents.document')
    .where('order_owners.user_id', '=', userId)
    .where('order_owners.source', '=', 'SESSION')
    .where('signed_documents.kind', '=', 'EARNINGS')
    .execute();
  return rows.map(({ document }) => document);
}

/** Limits the number of values in one statement. */
const CHUNK = 500;

async function listSends(executor: Executor, ids: readonly string[]): Promise<OutboxRow[]> {
  const sends = chunks(ids).map((some) => executor.selectFrom('outbox').selectAll().where('withdrawal_id', 'in', some).execute());
  return (await Promise.all(sends)).flat();
}

async function listEntries(executor: Executor, ids: readonly string[]): Promise<LedgerEntryTable[]> {
  const entries = chunks(ids).map((some) =>
    executor.selectFrom('ledger_entries').selectAll().where('withdrawal_id', 'in', some).execute(),
  );
  return (await Promise.all(entries)).flat();
}

function chunks(ids: readonly string[]): string[][] {
  return Array.from({ length: Math.ceil(ids.length / CHUNK) }, (_, index) => ids.slice(index * CHUNK, (index + 1) * CHUNK));
}

/**
 * Returns the customers with a balance, a line in the ledger, a withdrawal, a referrer or a cashback level. With `since`, in ms: those
 * with a line since then, or a withdrawal that is open or was confirmed since then.
 */
export async function listCustomersToAudit(executor: Executor, since: number | null): Promise<number[]> {
  const lines = executor.selectFrom('ledger_entries').select('user_id').distinct().where('user_id', 'is not', null);
  const rows =
    since === null
      ? [
          ...(await lines.execute()),
          ...(await executor.selectFrom('customer_balances').select('user_id').distinct().execute()),
          ...(await executor.selectFrom('withdrawals').select('user_id').distinct().execute()),
          ...(await executor.selectFrom('users').select('id as user_id').where('referrer_user_id', 'is not', null).execute()),
          ...(await executor.selectFrom('referrals').select('user_id').execute()),
          ...(await executor.selectFrom('cashback_levels').select('user_id').execute()),
          ...(await executor.selectFrom('cashback_days').select('user_id').distinct().execute()),
        ]
      : [...(await lines.where('created_at', '>=', since).execute()), ...(await listOpen(executor, since))];
  return [...new Set(rows.flatMap(({ user_id: id }) => id ?? []))];
}

async function listOpen(executor: Executor, since: number): Promise<{ user_id: number }[]> {
  return await executor
    .selectFrom('outbox')
    .innerJoin('withdrawals', 'withdrawals.id', 'outbox.withdrawal_id')
    .select('withdrawals.user_id')
    .distinct()
    .where((where) =>
      where.or([
        where('outbox.state', 'not in', ['CONFIRMED', 'CANCELLED'] satisfies OutboxState[]),
        where('outbox.confirmed_at', '>=', since),
      ]),
    )
    .execute();
}
