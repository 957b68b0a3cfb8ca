import type { Decimal } from '../../../../contract/money.ts';
import type { Executor } from '../../database.ts';
import type { OutboxRow } from '../../tables/payments.ts';
import type { WithdrawalRow } from '../../tables/withdrawals.ts';

/** A withdrawal with the outbox row that sends it. */
export interface SentWithdrawal {
  withdrawal: WithdrawalRow;
  send: OutboxRow;
}

/** Returns false if this customer has a withdrawal with the same idempotency key. */
export async function insertWithdrawal(executor: Executor, row: WithdrawalRow): Promise<boolean> {
  const result = await executor
    .insertInto('withdrawals')
    .values(row)
    .onConflict((conflict) => conflict.columns(['user_id', 'idempotency_key']).doNothing())
    .executeTakeFirst();
  return result.numInsertedOrUpdatedRows === 1n;
}

export async function findWithdrawal(executor: Executor, id: string): Promise<WithdrawalRow | undefined> {
  return await executor.selectFrom('withdrawals').selectAll().where('id', '=', id).executeTakeFirst();
}

export async function findWithdrawalByKey(
  executor: Executor,
  userId: number,
  keyHash: string,
): Promise<WithdrawalRow | undefined> {
  return await executor
    .selectFrom('withdrawals')
    .selectAll()
    .where('user_id', '=', userId)
    .where('idempotency_key', '=', keyHash)
    .executeTakeFirst();
}

export async function findWithdrawalByStopToken(executor: Executor, tokenHash: string): Promise<WithdrawalRow | undefined> {
  return await executor.selectFrom('withdrawals').selectAll().where('stop_token_hash', '=', tokenHash).executeTakeFirst();
}

/** Returns the withdrawals with these ids, at most a few hundred. */
export async function listWithdrawals(executor: Executor, ids: readonly string[]): Promise<WithdrawalRow[]> {
  if (ids.length === 0) return [];
  return await executor.selectFrom('withdrawals').selectAll().where('id', 'in', ids).execute();
}

/** Returns up to `limit` withdrawals of a customer with their sends, newest first, older than `before` if it is given. */
export async function listWithdrawalsOf(
  executor: Executor,
  userId: number,
  limit: number,
  before: Pick<WithdrawalRow, 'created_at' | 'id'> | null = null,
): Promise<SentWithdrawal[]> {
  const own = executor.selectFrom('withdrawals').selectAll().where('user_id', '=', userId);
  const page = before
    ? own.where((where) =>
        where.or([
          where('created_at', '<', before.created_at),
          where.and([where('created_at', '=', before.created_at), where('id', '<', before.id)]),
        ]),
      )
    : own;
  return await withSends(executor, await page.orderBy('created_at', 'desc').orderBy('id', 'desc').limit(limit).execute());
}

/** Returns the withdrawals with these ids and their sends, at most a few hundred, in no particular order. */
export async function listSentWithdrawals(executor: Executor, ids: readonly string[]): Promise<SentWithdrawal[]> {
  return await withSends(executor, await listWithdrawals(executor, ids));
}

/** Returns the withdrawals of a customer that have neither arrived nor returned. */
export async function listOpenWithdrawals(executor: Executor, userId: number): Promise<WithdrawalRow[]> {
  return await executor
    .selectFrom('withdrawals')
    .innerJoin('outbox', 'outbox.withdrawal_id', 'withdrawals.id')
    .selectAll('withdrawals')
    .where('withdrawals.user_id', '=', userId)
    .where('outbox.state', 'not in', ['CONFIRMED', 'CANCELLED'])
    .orderBy('withdrawals.created_at')
    .execute();
}

/** Returns the amounts of all withdrawals of a customer with the states of their sends, in no particular order. */
export async function listWithdrawalAmounts(
  executor: Executor,
  userId: number,
): Promise<{ amount: Decimal; state: OutboxRow['state'] }[]> {
  return await executor
    .selectFrom('withdrawals')
    .innerJoin('outbox', 'outbox.withdrawal_id', 'withdrawals.id')
    .select(['withdrawals.amount', 'outbox.state'])
    .where('withdrawals.user_id', '=', userId)
    .execute();
}

/** Returns the amounts of a customer's withdrawals that were not returned. One without its outbox row counts. */
export async function listTakenAmounts(executor: Executor, userId: number): Promise<Decimal[]> {
  const rows = await executor
    .selectFrom('withdrawals')
    .leftJoin('outbox', 'outbox.withdrawal_id', 'withdrawals.id')
    .select('withdrawals.amount')
    .where('withdrawals.user_id', '=', userId)
    .where((where) => where.or([where('outbox.state', 'is', null), where('outbox.state', '!=', 'CANCELLED')]))
    .execute();
  return rows.map(({ amount }) => amount);
}

/**
 * Returns the withdrawals after `since` that a customer made or that go to an address, with their amounts. Those that returned to the
 * balance do not count.
 */
export async function listRecentWithdrawals(
  executor: Executor,
  { userId, address, since }: { userId: number; address: string | null; since: number },
): Promise<Pick<WithdrawalRow, 'user_id' | 'to_address' | 'amount'>[]> {
  return await executor
    .selectFrom('withdrawals')
    .innerJoin('outbox', 'outbox.withdrawal_id', 'withdrawals.id')
    .select(['withdrawals.user_id', 'withdrawals.to_address', 'withdrawals.amount'])
    .where('withdrawals.created_at', '>', since)
    .where('outbox.state', '!=', 'CANCELLED')
    .where((where) => {
      const own = where('withdrawals.user_id', '=', userId);
      return address === null ? own : where.or([own, where('withdrawals.to_address', '=', address)]);
    })
    .execute();
}

/** Stores when the customer was told something about a withdrawal. Returns false if that was stored before. */
export async function recordOnce(executor: Executor, id: string, what: 'delayed_at' | 'asked_at', now: number): Promise<boolean> {
  const result = await executor
    .updateTable('withdrawals')
    .set(what === 'delayed_at' ? { delayed_at: now } : { asked_at: now })
    .where('id', '=', id)
    .where(what, 'is', null)
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
}

/** Lets the link that stops a withdrawal stop the one that replaces it. */
export async function moveStopToken(
  transaction: Executor,
  { id, stop_token_hash: hash }: Pick<WithdrawalRow, 'id' | 'stop_token_hash'>,
  to: string,
): Promise<void> {
  await transaction.updateTable('withdrawals').set({ stop_token_hash: null }).where('id', '=', id).execute();
  await transaction.updateTable('withdrawals').set({ stop_token_hash: hash }).where('id', '=', to).execute();
}

/** Returns when a customer's withdrawals since a time were requested that ended with `reason`, oldest first, in ms since 1970. */
export async function listTimesOfStopped(
  executor: Executor,
  userId: number,
  { reason, since }: { reason: string; since: number },
): Promise<number[]> {
  const rows = await executor
    .selectFrom('withdrawals')
    .innerJoin('outbox', 'outbox.withdrawal_id', 'withdrawals.id')
    .select('withdrawals.created_at')
    .where('withdrawals.user_id', '=', userId)
    .where('withdrawals.created_at', '>', since)
    .where('outbox.state', '=', 'CANCELLED')
    .where('outbox.reason', '=', reason)
    .orderBy('withdrawals.created_at')
    .execute();
  return rows.map((row) => row.created_at);
}

/** A withdrawal without its outbox row is left out: reconciliation reports it. */
async function withSends(executor: Executor, withdrawals: readonly WithdrawalRow[]): Promise<SentWithdrawal[]> {
  if (withdrawals.length === 0) return [];
  const ids = withdrawals.map(({ id }) => id);
  const sends = await executor.selectFrom('outbox').selectAll().where('withdrawal_id', 'in', ids).execute();
  const byWithdrawal = new Map(sends.map((send) => [send.withdrawal_id, send]));
  return withdrawals.flatMap((withdrawal) => {
    const send = byWithdrawal.get(withdrawal.id);
    return send ? [{ withdrawal, send }] : [];
  });
}

/** Returns when the customer last changed e-mail, password or second factor, in ms since 1970; null: no such customer. */
export async function findCredentialsChangedAt(executor: Executor, userId: number): Promise<number | null> {
  const user = executor.selectFrom('users').select('credentials_changed_at').where('id', '=', userId);
  return (await user.executeTakeFirst())?.credentials_changed_at ?? null;
}
