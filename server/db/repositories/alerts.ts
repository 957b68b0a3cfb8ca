import { sql } from 'kysely';
import type { Executor } from '../database.ts';
import type { ReserveThresholdTable } from '../tables/operator.ts';
import type { OutboxRow } from '../tables/payments.ts';
import { CUSTOMER_KINDS } from '../tables/payments.ts';

/** Returns the payments to customers of all coins that were created after `since` (ms) and are neither held nor cancelled. */
export async function listRecentPayments(
  executor: Executor,
  since: number,
): Promise<Pick<OutboxRow, 'instrument' | 'usd_value' | 'overridden_at'>[]> {
  return await executor
    .selectFrom('outbox')
    .select(['instrument', 'usd_value', 'overridden_at'])
    .where('kind', 'in', CUSTOMER_KINDS)
    .where('state', 'not in', ['HELD', 'CANCELLED'])
    .where('created_at', '>', since)
    .execute();
}

/**
 * Returns since when (ms) the oldest queued mail could have left: it was due then, or, after a failed attempt, it was created then. null
 * when none is due at `now`.
 */
export async function findOldestDueMail(executor: Executor, now: number): Promise<number | null> {
  const since = sql<number>`case when attempts > 0 then created_at else not_before end`;
  const oldest: number[] = [];
  for (const queue of ['order_notifications', 'account_mails'] as const) {
    const row = await executor
      .selectFrom(queue)
      .select(since.as('since'))
      .where('state', '=', 'PENDING')
      .where(since, '<=', now)
      .orderBy('since')
      .limit(1)
      .executeTakeFirst();
    if (row) oldest.push(Number(row.since));
  }
  return oldest.length === 0 ? null : Math.min(...oldest);
}

export async function writeReserveThreshold(executor: Executor, threshold: ReserveThresholdTable): Promise<void> {
  const { amount, set_by, set_at } = threshold;
  await executor
    .insertInto('reserve_thresholds')
    .values(threshold)
    .onConflict((conflict) => conflict.column('instrument').doUpdateSet({ amount, set_by, set_at }))
    .execute();
}

/** Returns false if there was none. */
export async function deleteReserveThreshold(executor: Executor, instrument: string): Promise<boolean> {
  const { numDeletedRows } = await executor
    .deleteFrom('reserve_thresholds')
    .where('instrument', '=', instrument)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}
