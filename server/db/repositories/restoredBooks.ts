import { sql } from 'kysely';
import type { Executor } from '../database.ts';
import { isPostgres } from '../isPostgres.ts';
import type { OutboxRow, OutboxState } from '../tables/payments.ts';

/** The hold reason of a withdrawal in restored books: its customer confirms it again, or stops it (D73). */
export const RESTORED = 'RESTORED';

/**
 * Ends everything that customers may have ended in the time that restored books do not know (D73): sessions, API keys, one-time codes and
 * links, recovery codes, codes of authenticator apps up to `totpStep`. Customers with an e-mail need a new password, which proves the
 * mailbox. `at` in ms since 1970.
 */
export async function endAccess(transaction: Executor, { at, totpStep }: { at: number; totpStep: number }): Promise<void> {
  await transaction.updateTable('sessions').set({ ended_at: at, end_reason: RESTORED }).where('ended_at', 'is', null).execute();
  await transaction.updateTable('api_keys').set({ is_active: 0 }).execute();
  await transaction.updateTable('account_codes').set({ used_at: at }).where('used_at', 'is', null).execute();
  await transaction.updateTable('recovery_codes').set({ used_at: at }).where('used_at', 'is', null).execute();
  await transaction.updateTable('totp_secrets').set({ last_step: totpStep }).where('last_step', '<', totpStep).execute();
  await transaction
    .updateTable('users')
    .set((row) => ({ restored_at: at, pending_email: null, version: row('version', '+', 1) }))
    .where('email', 'is not', null)
    .execute();
}

/** Returns the withdrawals that no process has tried to send or is sending. */
export async function listUnsentWithdrawals(executor: Executor): Promise<OutboxRow[]> {
  return await executor
    .selectFrom('outbox')
    .selectAll()
    .where(sql<boolean>`kind = 'WITHDRAWAL'`)
    .where('state', 'in', ['PENDING', 'REFUSED', 'HELD'] satisfies OutboxState[])
    .where('lease_owner', 'is', null)
    .where('sent_at', 'is', null)
    .execute();
}

/** What operators closed or stopped, as far as restored books know. */
export interface RestoredLimits {
  frozenCustomers: number[];
  blacklist: { kind: string; value: string }[];
}

const MOST_LISTED = 200;

export async function listRestoredLimits(executor: Executor, now: number): Promise<RestoredLimits> {
  const frozen = await executor
    .selectFrom('users')
    .select('id')
    .where('frozen_until', '>', now)
    .orderBy('id')
    .limit(MOST_LISTED)
    .execute();
  const blacklist = executor.selectFrom('blacklist').select(['kind', 'value']).orderBy('created_at', 'desc').limit(MOST_LISTED);
  return { frozenCustomers: frozen.map(({ id }) => id), blacklist: await blacklist.execute() };
}

/** Returns the names of the database's tables. */
export async function listTables(executor: Executor): Promise<string[]> {
  const { rows } = await (
    isPostgres(executor)
      ? sql<{ name: string }>`select tablename as name from pg_tables where schemaname = current_schema()`
      : sql<{ name: string }>`select name from sqlite_master where type = 'table'`
  ).execute(executor);
  return rows.map(({ name }) => name);
}
