import { sql } from 'kysely';
import { sum, type Decimal } from '../../../contract/money.ts';
import { compiledRead } from '../compiled.ts';
import type { Executor } from '../database.ts';
import {
  CUSTOMER_KINDS,
  type CustomerKind,
  NO_SOURCE,
  type OrderSend,
  type OutboxKind,
  type OutboxRow,
  type OutboxState,
  type OutflowTable,
  type PaymentSource,
} from '../tables/payments.ts';
import { isStoppedPayment, PAYOUTS_STOPPED } from './switches.ts';

type NewOutboxRow = Omit<OutboxRow, keyof PaymentSource> & PaymentSource;

/** Below the parameter limit of both databases; the rest is marked in the next round. */
const MAX_MARKED = 500;

export async function insertOutboxRow(executor: Executor, row: NewOutboxRow): Promise<void> {
  await executor
    .insertInto('outbox')
    .values({ ...NO_SOURCE, ...row })
    .execute();
}

/** Returns what a send belongs to. */
export function paymentSourceOf({ order_id, withdrawal_id }: OutboxRow): Required<PaymentSource> {
  return { order_id, withdrawal_id };
}

/** Returns the kind of a send that is none of these; undefined if there is no such send. */
export async function findForeignKind(executor: Executor, kinds: readonly string[]): Promise<string | undefined> {
  const foreign = executor
    .selectFrom('outbox')
    .select('kind')
    .where((where) => where.not(where(sql<string>`kind`, 'in', kinds)));
  return (await foreign.limit(1).executeTakeFirst())?.kind;
}

export async function findOutboxRow(executor: Executor, id: string): Promise<OutboxRow | undefined> {
  return await executor.selectFrom('outbox').selectAll().where('id', '=', id).executeTakeFirst();
}

/** Returns an order's sends, oldest first. */
export async function listOutboxRows(executor: Executor, orderId: string): Promise<OrderSend[]> {
  const rows = executor.selectFrom('outbox').selectAll().where('order_id', '=', orderId).orderBy('created_at');
  return await rows.$narrowType<Pick<OrderSend, 'order_id'>>().execute();
}

/** Returns the gas top-ups of up to a few hundred orders and of their later orders (D63), in any state. */
export async function listTopUps(executor: Executor, orderIds: readonly string[]): Promise<OutboxRow[]> {
  if (orderIds.length === 0) return [];
  const laterOrders = executor.selectFrom('orders').select('id').where('first_order_id', 'in', orderIds);
  return await executor
    .selectFrom('outbox')
    .selectAll()
    .where((where) => where.or([where('order_id', 'in', orderIds), where('order_id', 'in', laterOrders)]))
    .where('kind', '=', 'TOP_UP' satisfies OutboxKind)
    .execute();
}

/**
 * Returns rows of a network that are due for sending or monitoring. Payments to customers come first, so that sweeps that are
 * stuck while fees are high don't delay them. Then the longest due first. `owner` holds the lease of the network, so a row
 * leased by another owner was left by a crashed process and is included. Payments that an operator stopped are due only once they
 * were sent.
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
    .where((row) => row.or([row('state', '=', 'SENT' satisfies OutboxState), row.not(isStoppedPayment)]))
    .orderBy((row) => row.case().when('kind', 'in', CUSTOMER_KINDS).then(0).else(1).end())
    .orderBy((row) =>
      row.case().when('not_before', '>', row.ref('created_at')).then(row.ref('not_before')).else(row.ref('created_at')).end(),
    )
    .limit(count)
    .execute();
}

/** Returns the ids of due payments of a network that an operator has stopped since {@link markStoppedPayments}. */
export async function listNewlyStopped(executor: Executor, network: string, now: number): Promise<string[]> {
  const stopped = await executor
    .selectFrom('outbox')
    .select('id')
    .where('network', '=', network)
    .where('state', '=', 'PENDING' satisfies OutboxState)
    .where('not_before', '<=', now)
    .where((row) => row.or([row('reason', 'is', null), row('reason', '!=', PAYOUTS_STOPPED)]))
    .where(isStoppedPayment)
    .limit(MAX_MARKED)
    .execute();
  return stopped.map(({ id }) => id);
}

/** Gives stopped payments their reason, so that customers see them as delayed. Returns those that did not have it. */
export async function markStoppedPayments(executor: Executor, ids: readonly string[]): Promise<OutboxRow[]> {
  return await executor
    .updateTable('outbox')
    .set({ reason: PAYOUTS_STOPPED })
    .where('id', 'in', ids)
    .where('state', '=', 'PENDING' satisfies OutboxState)
    .where((row) => row.or([row('reason', 'is', null), row('reason', '!=', PAYOUTS_STOPPED)]))
    .returningAll()
    .execute();
}

/** Returns state and USD value of an instrument's payments to customers since a time, in any state. For the hourly cap (D41). */
export async function listCustomerSendsSince(
  executor: Executor,
  instrument: string,
  since: number,
): Promise<Pick<OutboxRow, 'state' | 'usd_value'>[]> {
  return await executor
    .selectFrom('outbox')
    .select(['state', 'usd_value'])
    .where('instrument', '=', instrument)
    .where('kind', 'in', CUSTOMER_KINDS)
    .where('created_at', '>', since)
    .execute();
}

/** Returns the sums of the payments to customers of all instruments, for each period that begins at `since` (ms) or later (D56). */
export async function listOutflows(executor: Executor, since: number): Promise<OutflowTable[]> {
  return await executor.selectFrom('outflows').selectAll().where('period', '>=', since).execute();
}

/** A payment to a customer as the caps count it */
export interface CountedSend extends Pick<
  OutboxRow,
  'id' | 'kind' | 'state' | 'instrument' | 'amount' | 'usd_value' | 'created_at'
> {
  /** Whether an operator's act is about it */
  was_acted_on: boolean;
}

/** Returns the payments of these instruments to customers since a time, in any state. */
export async function listCountedSends(
  executor: Executor,
  instruments: readonly string[],
  since: number,
): Promise<CountedSend[]> {
  const rows = await executor
    .selectFrom('outbox')
    .select(['id', 'kind', 'state', 'instrument', 'amount', 'usd_value', 'created_at'])
    .select((select) =>
      select
        .exists(select.selectFrom('operator_actions').select('number').whereRef('subject', '=', 'outbox.id'))
        .as('was_acted_on'),
    )
    .where('instrument', 'in', instruments)
    .where('kind', 'in', CUSTOMER_KINDS)
    .where('created_at', '>=', since)
    .execute();
  return rows.map((row) => ({ ...row, was_acted_on: Boolean(row.was_acted_on) }));
}

/** Writes or replaces the sum of a period. The caller holds the lock of all payouts. */
export async function writeOutflow(executor: Executor, outflow: OutflowTable): Promise<void> {
  await executor
    .insertInto('outflows')
    .values(outflow)
    .onConflict((conflict) => conflict.column('period').doUpdateSet({ usd_value: outflow.usd_value }))
    .execute();
}

/**
 * Leases rows to `owner` until `until`, except rows that `owner` has leased already or that have changed since they were read.
 * Returns the ids of the leased rows.
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

/** Releases rows that `owner` leased but did not try to send. */
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
 * Locks a row until the end of the transaction. Returns whether it is unchanged since `owner` leased it, and no operator has stopped it
 * meanwhile. Locks with an UPDATE that changes no value, because that works on both databases.
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
    .where((where) => where.not(isStoppedPayment))
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
}

/**
 * Updates a row if its state and idempotency key are as read. Returns false otherwise: the network's result for the old key does
 * not apply to a new one.
 */
export async function updateOutboxRow(
  executor: Executor,
  row: Pick<OutboxRow, 'id' | 'state' | 'idempotency_key'>,
  changes: Partial<Omit<OutboxRow, 'id' | 'kind' | 'order_id' | 'withdrawal_id' | 'amount'>>,
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
 * Changes a row that has not been sent. Returns false if a process has leased it or tried to send it since it was read: it may
 * be in flight.
 */
export async function updateUnsentOutboxRow(
  executor: Executor,
  row: Pick<OutboxRow, 'id' | 'state' | 'attempts' | 'not_before' | 'idempotency_key'>,
  changes: Partial<Pick<OutboxRow, 'state' | 'reason' | 'to_address' | 'memo' | 'idempotency_key' | 'attempts' | 'not_before'>>,
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

/** Returns the sum of an instrument's refunds or withdrawals that the treasury pays and that are neither confirmed nor cancelled. */
export async function sumOpenReturns(executor: Executor, kind: 'REFUND' | 'WITHDRAWAL', instrument: string): Promise<Decimal> {
  return sum((await openReturns(executor, { kind, instrument })).map(({ amount }) => amount));
}

const openReturns = compiledRead<{ kind: 'REFUND' | 'WITHDRAWAL'; instrument: string }, { amount: Decimal }>((executor, value) =>
  executor
    .selectFrom('outbox')
    .select('amount')
    .where('instrument', '=', value('instrument'))
    // Literals, not parameters: otherwise the partial index is not used.
    .where(sql<boolean>`kind in ('REFUND', 'WITHDRAWAL')`)
    .where(sql<boolean>`state <> 'CONFIRMED'`)
    .where('kind', '=', value('kind'))
    .where('state', '<>', 'CANCELLED' satisfies OutboxState)
    .where('from_index', 'is', null),
);

/** The condition of the index `outbox_unresolved`: payments to customers that have not left. With parameters it would not be used. */
export const isUnresolved = sql<boolean>`state in ('HELD', 'FAILED', 'REFUSED', 'PENDING') and kind in ('PAYOUT', 'REFUND', 'WITHDRAWAL')`;

/** Returns sends to customers of these instruments that are on hold for a reason, oldest first. */
export async function listHeldSends(
  executor: Executor,
  which: { kind: CustomerKind; instruments: readonly string[]; reason: string },
  limit: number,
): Promise<OutboxRow[]> {
  if (which.instruments.length === 0) return [];
  return await executor
    .selectFrom('outbox')
    .selectAll()
    .where(isUnresolved)
    .where('state', '=', 'HELD')
    .where('kind', '=', which.kind)
    .where('instrument', 'in', which.instruments)
    .where('reason', '=', which.reason)
    .orderBy('created_at')
    .limit(limit)
    .execute();
}
