import { sql } from 'kysely';
import type { Executor } from '../database.ts';
import type { OutboxKind, OutboxRow, OutboxState, OutboxTable } from '../tables/orders.ts';

export async function insertOutboxRow(executor: Executor, row: OutboxTable): Promise<void> {
  await executor.insertInto('outbox').values(row).execute();
}

export async function findOutboxRow(executor: Executor, id: string): Promise<OutboxRow | undefined> {
  return await executor.selectFrom('outbox').selectAll().where('id', '=', id).executeTakeFirst();
}

/** An order's sends, oldest first. */
export async function listOutboxRows(executor: Executor, orderId: string): Promise<OutboxRow[]> {
  return await executor.selectFrom('outbox').selectAll().where('order_id', '=', orderId).orderBy('created_at').execute();
}

/** Gas for deposit addresses of these orders, whatever came of it; some hundreds of orders at most. */
export async function listTopUps(executor: Executor, orderIds: readonly string[]): Promise<OutboxRow[]> {
  if (orderIds.length === 0) return [];
  return await executor
    .selectFrom('outbox')
    .selectAll()
    .where('order_id', 'in', orderIds)
    .where('kind', '=', 'TOP_UP' satisfies OutboxKind)
    .execute();
}

/**
 * Rows of a network that want something done now: sending, or being followed. Customers' money first: sweeps that hang,
 * because the network has become dear, must not keep payouts from being seen. Then by the time at which they were due: what
 * was put off goes behind whatever waited meanwhile. What is claimed by somebody else than `owner`, who holds the network,
 * was left by a process that died.
 */
export async function listDueOutboxRows(
  executor: Executor,
  network: string,
  states: readonly OutboxState[],
  now: number,
  owner = '',
  count = 50,
): Promise<OutboxRow[]> {
  return await executor
    .selectFrom('outbox')
    .selectAll()
    .where('network', '=', network)
    .where('state', 'in', states)
    .where('not_before', '<=', now)
    .where((row) => row.or([row('lease_until', '<=', now), row('lease_owner', '!=', owner)]))
    .orderBy((row) =>
      row
        .case()
        .when('kind', 'in', ['PAYOUT', 'REFUND'] satisfies OutboxKind[])
        .then(0)
        .else(1)
        .end(),
    )
    .orderBy((row) =>
      row.case().when('not_before', '>', row.ref('created_at')).then(row.ref('not_before')).else(row.ref('created_at')).end(),
    )
    .limit(count)
    .execute();
}

/** What sends of an instrument since a time were worth, whatever came of them; for the cap per hour (D41). */
export async function listOutboxRowsSince(
  executor: Executor,
  instrument: string,
  kinds: readonly OutboxKind[],
  since: number,
): Promise<Pick<OutboxRow, 'state' | 'usd_value'>[]> {
  return await executor
    .selectFrom('outbox')
    .select(['state', 'usd_value'])
    .where('instrument', '=', instrument)
    .where('kind', 'in', kinds)
    .where('created_at', '>', since)
    .execute();
}

/**
 * Takes those of some rows for `owner` until `until` that `owner` is not at already, and that are as they were read. Gives
 * the ids of those that were taken.
 */
export async function claimOutboxRows(
  executor: Executor,
  rows: readonly Pick<OutboxRow, 'id' | 'state' | 'idempotency_key' | 'to_address'>[],
  owner: string,
  now: number,
  until: number,
): Promise<ReadonlySet<string>> {
  const claimed = await executor
    .updateTable('outbox')
    .set({ lease_owner: owner, lease_until: until })
    .where((where) =>
      where.or(
        rows.map((row) =>
          where.and([
            where('id', '=', row.id),
            where('state', '=', row.state),
            where('idempotency_key', '=', row.idempotency_key),
            where('to_address', '=', row.to_address),
          ]),
        ),
      ),
    )
    .where((free) => free.or([free('lease_until', '<=', now), free('lease_owner', '!=', owner)]))
    .returning('id')
    .execute();
  return new Set(claimed.map(({ id }) => id));
}

/** What `owner` has claimed, and not tried to send, is anybody's again. */
export async function releaseOutboxRows(
  executor: Executor,
  rows: readonly Pick<OutboxRow, 'id' | 'idempotency_key'>[],
  owner: string,
): Promise<void> {
  if (rows.length === 0) return;
  await executor
    .updateTable('outbox')
    .set({ lease_owner: null, lease_until: 0 })
    .where((where) =>
      where.or(rows.map(({ id, idempotency_key: key }) => where.and([where('id', '=', id), where('idempotency_key', '=', key)]))),
    )
    .where('lease_owner', '=', owner)
    .execute();
}

/**
 * Whether a row is as `owner` claimed it; until the end of the transaction nobody can claim or change it. A write that
 * changes nothing, because both databases keep it from others.
 */
export async function lockClaimedOutboxRow(
  transaction: Executor,
  row: Pick<OutboxRow, 'id' | 'state' | 'idempotency_key' | 'to_address'>,
  owner: string,
): Promise<boolean> {
  const result = await transaction
    .updateTable('outbox')
    .set({ lease_owner: owner })
    .where('id', '=', row.id)
    .where('state', '=', row.state)
    .where('idempotency_key', '=', row.idempotency_key)
    .where('to_address', '=', row.to_address)
    .where('lease_owner', '=', owner)
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
}

/**
 * Moves a row out of the state in which it was read. False: it is no longer in it, or under another key by now: what the
 * network said of the old one says nothing of that.
 */
export async function updateOutboxRow(
  executor: Executor,
  row: Pick<OutboxRow, 'id' | 'state' | 'idempotency_key'>,
  changes: Partial<Omit<OutboxTable, 'id' | 'kind' | 'order_id' | 'amount'>>,
): Promise<boolean> {
  const result = await executor
    .updateTable('outbox')
    .set(changes)
    .where('id', '=', row.id)
    .where('state', '=', row.state)
    .where('idempotency_key', '=', row.idempotency_key)
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
}

/**
 * Changes a row that has not been sent, if nobody has tried to send it since it was read and nobody is at it. False:
 * somebody has, or is; it may be on its way.
 */
export async function updateUnsentOutboxRow(
  executor: Executor,
  row: Pick<OutboxRow, 'id' | 'state' | 'attempts' | 'not_before' | 'idempotency_key'>,
  changes: Partial<Pick<OutboxTable, 'state' | 'reason' | 'to_address' | 'memo' | 'idempotency_key' | 'attempts' | 'not_before'>>,
): Promise<boolean> {
  const result = await executor
    .updateTable('outbox')
    .set({ ...changes, tx_hash: null, sent_at: null })
    .where('id', '=', row.id)
    .where('state', '=', row.state)
    .where('attempts', '=', row.attempts)
    .where('not_before', '=', row.not_before)
    .where('idempotency_key', '=', row.idempotency_key)
    .where('lease_owner', 'is', null)
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
}

/** Refunds in an instrument that are decided, may still leave and are not booked as gone. */
export async function listOpenRefunds(executor: Executor, instrument: string): Promise<OutboxRow[]> {
  return (
    executor
      .selectFrom('outbox')
      .selectAll()
      .where('instrument', '=', instrument)
      // Written out, so that the partial index is known to fit.
      .where('kind', '=', sql.lit('REFUND'))
      .where('state', '<>', sql.lit('CONFIRMED'))
      .where('state', '<>', 'CANCELLED' satisfies OutboxState)
      .execute()
  );
}

/** What is held of some instruments for a reason, oldest first. */
export async function listHeldSends(
  executor: Executor,
  which: { kind: OutboxKind; instruments: readonly string[]; reason: string },
  limit: number,
): Promise<OutboxRow[]> {
  if (which.instruments.length === 0) return [];
  return (
    executor
      .selectFrom('outbox')
      .selectAll()
      // Written out, so that the partial index is known to fit.
      .where(sql<boolean>`state in ('HELD', 'REFUSED', 'FAILED')`)
      .where('state', '=', 'HELD')
      .where('kind', '=', which.kind)
      .where('instrument', 'in', which.instruments)
      .where('reason', '=', which.reason)
      .orderBy('created_at')
      .limit(limit)
      .execute()
  );
}
