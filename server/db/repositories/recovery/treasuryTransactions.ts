import type { Executor } from '../../database.ts';
import type { OutboxRow, OutboxState } from '../../tables/payments.ts';
import type { RecoveryTable, TreasuryTransactionTable } from '../../tables/recovery.ts';

type ListedTransaction = Pick<TreasuryTransactionTable, 'network' | 'position'>;

/** States of a payment that may have left without the books. */
const UNSENT: readonly OutboxState[] = ['PENDING', 'REFUSED', 'HELD', 'FAILED'];

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
    .where('state', 'in', UNSENT)
    .orderBy('created_at')
    .execute();
}

/** Returns the orders that still wait for something and that may pay an address on the network, with the addresses. */
export async function listOpenDestinations(executor: Executor, network: string): Promise<{ id: string; address: string }[]> {
  const open = executor.selectFrom('orders').where('status', 'not in', ['COMPLETED', 'REFUNDED']);
  const payouts = open.select(['id', 'destination_address as address']).where('network_to', '=', network);
  const refunds = open
    .select(['id', 'refund_address as address'])
    .where('network_from', '=', network)
    .where('refund_address', 'is not', null)
    .$narrowType<{ address: string }>();
  return await payouts.union(refunds).execute();
}
