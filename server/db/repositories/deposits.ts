import { sql } from 'kysely';
import type { Decimal } from '../../../contract/money.ts';
import type { Executor } from '../database.ts';
import type { DepositRow } from '../tables/orders.ts';

export type DepositKey = Pick<DepositRow, 'network' | 'tx_hash' | 'transfer_index'>;

export async function insertDeposit(executor: Executor, deposit: DepositRow): Promise<void> {
  await executor.insertInto('deposits').values(deposit).execute();
}

export async function updateDeposit(
  executor: Executor,
  deposit: DepositKey,
  changes: Partial<Omit<DepositRow, keyof DepositKey>>,
): Promise<void> {
  await executor
    .updateTable('deposits')
    .set(changes)
    .where('network', '=', deposit.network)
    .where('tx_hash', '=', deposit.tx_hash)
    .where('transfer_index', '=', deposit.transfer_index)
    .execute();
}

export async function findDeposit(executor: Executor, key: DepositKey): Promise<DepositRow | undefined> {
  return await executor
    .selectFrom('deposits')
    .selectAll()
    .where('network', '=', key.network)
    .where('tx_hash', '=', key.tx_hash)
    .where('transfer_index', '=', key.transfer_index)
    .executeTakeFirst();
}

/** Returns the deposits of up to a few hundred transactions. */
export async function listDepositsByTransaction(
  executor: Executor,
  network: string,
  txHashes: readonly string[],
): Promise<DepositRow[]> {
  if (txHashes.length === 0) return [];
  return await executor
    .selectFrom('deposits')
    .selectAll()
    .where('network', '=', network)
    .where('tx_hash', 'in', txHashes)
    .execute();
}

/** Updates the confirmations of unbooked deposits of these transactions in the block at `blockHeight`. */
export async function updateConfirmations(
  executor: Executor,
  {
    network,
    txHashes,
    blockHeight,
    confirmations,
  }: { network: string; txHashes: readonly string[]; blockHeight: number; confirmations: number },
): Promise<void> {
  await executor
    .updateTable('deposits')
    .set({ confirmations })
    .where('network', '=', network)
    .where('tx_hash', 'in', txHashes)
    .where('block_height', '=', blockHeight)
    .where('booked_at', 'is', null)
    .execute();
}

/** Returns an order's deposits except reorged ones, oldest first. */
export async function listDeposits(executor: Executor, orderId: string): Promise<DepositRow[]> {
  return await listDepositsOfOrders(executor, [orderId]);
}

/** Returns {@link listDeposits} of up to a few hundred orders. */
export async function listDepositsOfOrders(executor: Executor, orderIds: readonly string[]): Promise<DepositRow[]> {
  return await executor
    .selectFrom('deposits')
    .selectAll()
    .where('order_id', 'in', orderIds)
    .where('is_reorged', '=', 0)
    .orderBy('detected_at')
    .orderBy('tx_hash')
    .orderBy('transfer_index')
    .execute();
}

/** Returns booked deposits that fund payouts or refunds of these orders. */
export async function listFundingDeposits(executor: Executor, orderIds: readonly string[]): Promise<DepositRow[]> {
  if (orderIds.length === 0) return [];
  return await executor
    .selectFrom('deposits')
    .selectAll()
    .where('order_id', 'in', orderIds)
    .where('booked_at', 'is not', null)
    .where((where) => where.or([where('role', '=', 'ORDER'), where('refund_id', 'is not', null)]))
    .execute();
}

/** Returns a network's deposits that do not have enough confirmations yet. */
export async function listUnbookedDeposits(executor: Executor, network: string): Promise<DepositRow[]> {
  return await executor
    .selectFrom('deposits')
    .selectAll()
    .where('network', '=', network)
    .where('booked_at', 'is', null)
    .where('is_reorged', '=', 0)
    .execute();
}

/** Returns all deposits of an order, including reorged ones, oldest first. */
export async function listAllDeposits(executor: Executor, orderId: string): Promise<DepositRow[]> {
  return await executor
    .selectFrom('deposits')
    .selectAll()
    .where('order_id', '=', orderId)
    .orderBy('detected_at')
    .orderBy('tx_hash')
    .orderBy('transfer_index')
    .execute();
}

/**
 * Assigns the outbox row that refunds an extra deposit. Returns false if the deposit is not booked or already has a refund.
 * Nothing clears the assignment, so that a deposit is refunded once.
 */
export async function claimDepositForRefund(executor: Executor, key: DepositKey, refundId: string): Promise<boolean> {
  const result = await executor
    .updateTable('deposits')
    .set({ refund_id: refundId, role: 'EXTRA' })
    .where('network', '=', key.network)
    .where('tx_hash', '=', key.tx_hash)
    .where('transfer_index', '=', key.transfer_index)
    .where('refund_id', 'is', null)
    .where('booked_at', 'is not', null)
    .where((where) => where.or([where('role', 'is', null), where('role', '=', 'EXTRA')]))
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
}

/** Returns up to 20 extra deposits of a network whose refund is due, the longest due first. */
export async function listExtraDepositsDue(executor: Executor, network: string, now: number): Promise<DepositRow[]> {
  return (
    executor
      .selectFrom('deposits')
      .selectAll()
      .where('network', '=', network)
      // A literal, not a parameter: otherwise the partial index is not used.
      .where('role', '=', sql.lit('EXTRA'))
      .where('refund_id', 'is', null)
      .where('refund_at', '<=', now)
      .where('booked_at', 'is not', null)
      .where('order_id', 'is not', null)
      .orderBy('refund_at')
      .limit(20)
      .execute()
  );
}

/**
 * Returns the amounts of an instrument's deposits that may still have to be refunded: not exchanged and without a refund. Either
 * those of orders, or those without an order that are not booked yet. Booked deposits without an order are left out.
 */
export async function listUndecidedAmounts(
  executor: Executor,
  network: string,
  instrument: string,
  owner: 'ORDERS' | 'NONE',
): Promise<Decimal[]> {
  const rows = await executor
    .selectFrom('deposits')
    .select('amount')
    .where('network', '=', network)
    .where((where) => where.or([where('role', 'is', null), where('role', '=', 'EXTRA')]))
    .where('instrument', '=', instrument)
    .where('refund_id', 'is', null)
    .where('block_height', 'is not', null)
    .where('is_reorged', '=', 0)
    .where((where) =>
      owner === 'ORDERS'
        ? where('order_id', 'is not', null)
        : where.and([where('order_id', 'is', null), where('booked_at', 'is', null)]),
    )
    .execute();
  return rows.map(({ amount }) => amount);
}

/** Returns the deposits without an order of a transaction. `txHashes` are spellings of the same hash. */
export async function listUnattributedDeposits(
  executor: Executor,
  network: string,
  txHashes: readonly string[],
): Promise<DepositRow[]> {
  return await executor
    .selectFrom('deposits')
    .selectAll()
    .where('network', '=', network)
    .where('tx_hash', 'in', txHashes)
    .where('order_id', 'is', null)
    .where('is_reorged', '=', 0)
    .orderBy('transfer_index')
    .execute();
}

/** Returns the deposits without an order at an address, booked or not, oldest first. */
export async function listUnattributedAt(executor: Executor, network: string, address: string): Promise<DepositRow[]> {
  return await executor
    .selectFrom('deposits')
    .selectAll()
    .where('network', '=', network)
    .where('to_address', '=', address)
    .where('order_id', 'is', null)
    .where('is_reorged', '=', 0)
    .orderBy('detected_at')
    .orderBy('tx_hash')
    .orderBy('transfer_index')
    .execute();
}

/** Attributes a deposit without an order to one. Returns false if it already has an order or is not booked. */
export async function attributeDeposit(
  executor: Executor,
  key: DepositKey,
  owner: Pick<DepositRow, 'order_id' | 'role' | 'refund_at'>,
): Promise<boolean> {
  const result = await executor
    .updateTable('deposits')
    .set(owner)
    .where('network', '=', key.network)
    .where('tx_hash', '=', key.tx_hash)
    .where('transfer_index', '=', key.transfer_index)
    .where('order_id', 'is', null)
    .where('booked_at', 'is not', null)
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
}
