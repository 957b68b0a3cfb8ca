import { subtract, sum, type Decimal } from '../../../../contract/money.ts';
import type { Database, Executor } from '../../database.ts';
import type { CustomerBalanceTable } from '../../tables/accounts.ts';
import type { LedgerEntryTable, OutboxRow, OutboxState } from '../../tables/payments.ts';
import type { WithdrawalRow } from '../../tables/withdrawals.ts';
import { inSnapshot, listJournals } from '../audit.ts';
import { findUser } from './users.ts';
import { withdrawalSendId } from './withdrawals.ts';

/** A customer's accounting records. */
export interface CustomerBooks {
  userId: number;
  /** Whether the account was closed (D60) */
  isClosed: boolean;
  balances: readonly CustomerBalanceTable[];
  /** Instrument → the sum of the customer's EARNINGS lines as the customer's gain */
  earned: ReadonlyMap<string, Decimal>;
  withdrawals: readonly { withdrawal: WithdrawalRow; send: OutboxRow | null }[];
  /** Every entry of the journals that the customer may have */
  entries: readonly LedgerEntryTable[];
}

/** Returns the records of a customer in one snapshot, with the entries of `journals` and of the journals of each withdrawal. */
export async function readCustomerBooks(
  database: Database,
  userId: number,
  { journals, journalsOf }: { journals: readonly string[]; journalsOf: (withdrawal: WithdrawalRow) => readonly string[] },
): Promise<CustomerBooks> {
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
    const sends = new Map((await listSends(snapshot, withdrawals)).map((send) => [send.id, send]));
    const user = await findUser(snapshot, userId);
    return {
      userId,
      isClosed: (user?.closed_at ?? null) !== null,
      balances,
      earned: new Map(earned),
      withdrawals: withdrawals.map((withdrawal) => ({ withdrawal, send: sends.get(withdrawalSendId(withdrawal.id)) ?? null })),
      entries: await listJournals(snapshot, [...journals, ...withdrawals.flatMap(journalsOf)]),
    };
  });
}

/** Limits the number of values in one statement. */
const CHUNK = 500;

async function listSends(executor: Executor, withdrawals: readonly WithdrawalRow[]): Promise<OutboxRow[]> {
  const sends: OutboxRow[] = [];
  for (let start = 0; start < withdrawals.length; start += CHUNK) {
    const ids = withdrawals.slice(start, start + CHUNK).map(({ id }) => withdrawalSendId(id));
    sends.push(...(await executor.selectFrom('outbox').selectAll().where('id', 'in', ids).execute()));
  }
  return sends;
}

/**
 * Returns the customers with a balance, a line in the ledger or a withdrawal. With `since`, in ms: those with a line since then, or a
 * withdrawal that is open or was confirmed since then.
 */
export async function listCustomersToAudit(executor: Executor, since: number | null): Promise<number[]> {
  const lines = executor.selectFrom('ledger_entries').select('user_id').distinct().where('user_id', 'is not', null);
  const rows =
    since === null
      ? [
          ...(await lines.execute()),
          ...(await executor.selectFrom('customer_balances').select('user_id').distinct().execute()),
          ...(await executor.selectFrom('withdrawals').select('user_id').distinct().execute()),
        ]
      : [...(await lines.where('created_at', '>=', since).execute()), ...(await listOpen(executor, since))];
  return [...new Set(rows.flatMap(({ user_id: id }) => id ?? []))];
}

async function listOpen(executor: Executor, since: number): Promise<{ user_id: number }[]> {
  const open = await executor
    .selectFrom('outbox')
    .select('id')
    .where('kind', '=', 'WITHDRAWAL')
    .where((where) =>
      where.or([
        where('state', 'not in', ['CONFIRMED', 'CANCELLED'] satisfies OutboxState[]),
        where('confirmed_at', '>=', since),
      ]),
    )
    .execute();
  const users: { user_id: number }[] = [];
  for (let start = 0; start < open.length; start += CHUNK) {
    const ids = open.slice(start, start + CHUNK).map(({ id }) => id.slice(withdrawalSendId('').length));
    users.push(...(await executor.selectFrom('withdrawals').select('user_id').distinct().where('id', 'in', ids).execute()));
  }
  return users;
}
