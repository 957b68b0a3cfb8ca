import type { RawBuilder, SqlBool } from 'kysely';
import { compiledRead } from '../../compiled.ts';
import type { Executor } from '../../database.ts';
import type { AccountMailRow } from '../../tables/accounts.ts';
import type { OrderNotificationRow } from '../../tables/mail.ts';

/** The queues of e-mails. Both tables have the columns state, attempts, not_before, reason, sent_at and a lease. */
export interface MailQueues {
  order_notifications: OrderNotificationRow;
  account_mails: AccountMailRow;
}
export type MailQueue = keyof MailQueues;

/** Returns whether {@link listDueMails} would return any of a queue. One query: it is asked every second. */
export async function hasDueMails(executor: Executor, now: number): Promise<boolean> {
  const [found] = await anyDue(executor, { now });
  return Boolean(found?.isAny);
}

const anyDue = compiledRead<{ now: number }, { isAny: SqlBool }>((executor, value) =>
  executor.selectNoFrom((select) => {
    const isDue = (queue: MailQueue) => select.exists(dueMails(executor, queue, value('now')).select('id'));
    return select.or([isDue('account_mails'), isDue('order_notifications')]).as('isAny');
  }),
);

/** Returns queued mails whose time has come, the longest due first. */
export async function listDueMails<Queue extends MailQueue>(
  executor: Executor,
  queue: Queue,
  now: number,
  limit: number,
): Promise<MailQueues[Queue][]> {
  const due = dueMails(executor, queue, now).selectAll().orderBy('not_before').orderBy('created_at');
  const rows: unknown[] = await due.limit(limit).execute();
  return rows as MailQueues[Queue][];
}

const dueMails = (executor: Executor, queue: MailQueue, now: number | RawBuilder<number>) =>
  executor.selectFrom(queue).where('state', '=', 'PENDING').where('not_before', '<=', now).where('lease_until', '<=', now);

/** Leases a mail to `owner` until `until`. False: another process has it, or it is no longer queued. */
export async function claimMail(
  executor: Executor,
  queue: MailQueue,
  id: string,
  lease: { owner: string; now: number; until: number },
): Promise<boolean> {
  const result = await executor
    .updateTable(queue)
    .set({ lease_owner: lease.owner, lease_until: lease.until })
    .where('id', '=', id)
    .where('state', '=', 'PENDING')
    .where('lease_until', '<=', lease.now)
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
}

/** Records the result of sending, and ends the lease of `owner`. */
export async function settleMail(
  executor: Executor,
  queue: MailQueue,
  id: string,
  owner: string,
  result: Partial<Pick<OrderNotificationRow, 'state' | 'attempts' | 'not_before' | 'reason' | 'sent_at'>>,
): Promise<void> {
  // Nothing secret is kept after the last attempt.
  const isOver = result.state !== undefined;
  const secret = queue === 'account_mails' ? { data: '{}' } : { code: null };
  await executor
    .updateTable(queue)
    .set({ ...result, ...(isOver && secret), lease_owner: null, lease_until: 0 })
    .where('id', '=', id)
    .where('lease_owner', '=', owner)
    .execute();
}
