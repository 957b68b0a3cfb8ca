import { sql } from 'kysely';
import type { OrderStatus } from '../../../../contract/order.ts';
import type { Executor } from '../../database.ts';
import { UNSENT_STATES, type OutboxRow } from '../../tables/payments.ts';
import type { RecoveryTable, TreasuryTransactionTable } from '../../tables/recovery.ts';

type ListedTransaction = Pick<TreasuryTransactionTable, 'network' | 'position'>;

export async function findRecovery(executor: Executor, network: string): Promise<RecoveryTable | undefined> {
  return await executor.selectFrom('recoveries').selectAll().where('network', '=', network).executeTakeFirst();
}

/** Changes a recovery whose state and reading are as read. Returns false otherwise. */
export async function updateRecovery(
  executor: Executor,
  { network, state, read_to }: Pick<RecoveryTable, 'network' | 'state' | 'read_to'>,
  changes: Partial<Pick<RecoveryTable, 'state' | 'read_from' | 'read_to'>>,
): Promise<boolean> {
  const result = await executor
    .updateTable('recoveries')
    .set(changes)
    .where('network', '=', network)
    .where('state', '=', state)
    .where((where) => (read_to === null ? where('read_to', 'is', null) : where('read_to', '=', read_to)))
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
}

export async function insertTreasuryTransactions(executor: Executor, rows: readonly TreasuryTransactionTable[]): Promise<void> {
  await executor
    .insertInto('treasury_transactions')
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Returns what a treasury sent from a position on, by position. */
export async function listTreasuryTransactions(
  executor: Executor,
  network: string,
  position: number,
): Promise<TreasuryTransactionTable[]> {
  return await executor
    .selectFrom('treasury_transactions')
    .selectAll()
    .where('network', '=', network)
    .where('position', '>=', position)
    .orderBy('position')
    .execute();
}

/** Returns the listed transactions of a network in RECOVERY that nobody has explained, by position. */
export async function listUnexplained(executor: Executor, network: string): Promise<TreasuryTransactionTable[]> {
  const recovery = await findRecovery(executor, network);
  if (!recovery) return [];
  const listed = await listTreasuryTransactions(executor, network, recovery.read_from ?? 0);
  return listed.filter(({ explanation }) => explanation === null);
}

export async function findTreasuryTransaction(
  executor: Executor,
  { network, position }: ListedTransaction,
): Promise<TreasuryTransactionTable | undefined> {
  return await executor
    .selectFrom('treasury_transactions')
    .selectAll()
    .where('network', '=', network)
    .where('position', '=', position)
    .executeTakeFirst();
}

/** Stores what a transaction or some of its transfers were. Returns false if that has changed since it was read. */
export async function explainTransaction(
  executor: Executor,
  { network, position, send_ids }: ListedTransaction & Pick<TreasuryTransactionTable, 'send_ids'>,
  explained: Pick<TreasuryTransactionTable, 'explanation' | 'explained_by' | 'explained_at'> &
    Partial<Pick<TreasuryTransactionTable, 'send_ids'>>,
): Promise<boolean> {
  const result = await executor
    .updateTable('treasury_transactions')
    .set(explained)
    .where('network', '=', network)
    .where('position', '=', position)
    .where('explanation', 'is', null)
    .where('send_ids', '=', send_ids)
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
}

/** Returns the payments of a treasury that have not left as far as the books know, oldest first. */
export async function listUnsentPayments(executor: Executor, network: string): Promise<OutboxRow[]> {
  return await executor
    .selectFrom('outbox')
    .selectAll()
    .where('network', '=', network)
    .where('from_index', 'is', null)
    .where('state', 'in', UNSENT_STATES)
    .orderBy('created_at')
    .execute();
}

/** An address on a network that an order may pay, or may have paid. */
export interface Destination {
  /** The order */
  id: string;
  status: OrderStatus;
  address: string;
  /** Whether it is the address of a refund */
  isRefund: 0 | 1;
}

/** Returns the addresses on the network of orders that still wait for something, and of those that were refunded since a time (ms). */
export async function listDestinations(executor: Executor, network: string, refundedSince: number): Promise<Destination[]> {
  const orders = executor
    .selectFrom('orders')
    .where((where) =>
      where.or([
        where('status', 'not in', ['COMPLETED', 'REFUNDED']),
        where.and([where('status', '=', 'REFUNDED'), where('ended_at', '>=', refundedSince)]),
      ]),
    );
  const payouts = orders
    .select(['id', 'status', 'destination_address as address', sql.lit<0 | 1>(0).as('isRefund')])
    .where('network_to', '=', network);
  const refunds = orders
    .select(['id', 'status', 'refund_address as address', sql.lit<0 | 1>(1).as('isRefund')])
    .where('network_from', '=', network)
    .where('refund_address', 'is not', null)
    .$narrowType<{ address: string }>();
  return await payouts.union(refunds).execute();
}
