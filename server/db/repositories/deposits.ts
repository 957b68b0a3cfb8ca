import { sql } from 'kysely';
import type { Decimal } from '../../../contract/money.ts';
import type { Executor } from '../database.ts';
import type { DepositRow, DepositTable } from '../tables/orders.ts';
import { HOLDING_STATUSES } from './orders.ts';

export type DepositKey = Pick<DepositRow, 'network' | 'tx_hash' | 'transfer_index'>;

export async function insertDeposit(executor: Executor, deposit: DepositTable): Promise<void> {
  await executor.insertInto('deposits').values(deposit).execute();
}

export async function updateDeposit(
  executor: Executor,
  deposit: DepositKey,
  changes: Partial<Omit<DepositTable, keyof DepositKey>>,
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

/** Whatever is known of the transactions; not more than some hundreds at a time. */
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

/** Deposits of these transactions, in this block and not booked yet, are so deep now. */
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

/** Those of an order that the network still shows, oldest first. */
export async function listDeposits(executor: Executor, orderId: string): Promise<DepositRow[]> {
  return await listDepositsOfOrders(executor, [orderId]);
}

/** {@link listDeposits} of some hundreds of orders at most. */
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

/** What payouts and refunds of these orders rest on, as far as it was booked by then. */
export async function listFundingDeposits(
  executor: Executor,
  orderIds: readonly string[],
  bookedBy: number,
): Promise<DepositRow[]> {
  if (orderIds.length === 0) return [];
  return await executor
    .selectFrom('deposits')
    .selectAll()
    .where('order_id', 'in', orderIds)
    .where('booked_at', '<=', bookedBy)
    .where((where) => where.or([where('role', '=', 'ORDER'), where('refund_id', 'is not', null)]))
    .execute();
}

/** Deposits of a network that are still on their way to enough confirmations. */
export async function listUnbookedDeposits(executor: Executor, network: string): Promise<DepositRow[]> {
  return await executor
    .selectFrom('deposits')
    .selectAll()
    .where('network', '=', network)
    .where('booked_at', 'is', null)
    .where('is_reorged', '=', 0)
    .execute();
}

/**
 * Takes a deposit out of the books that is in no block any more; it counts for nothing until it is in one again. False: it is
 * not as it was read; what was decided about it meanwhile rests on it.
 */
export async function writeOffDeposit(
  executor: Executor,
  deposit: DepositKey & Pick<DepositRow, 'booked_at' | 'times_written_off' | 'is_reorged' | 'role' | 'refund_id'>,
  note: string,
): Promise<boolean> {
  const gone = { is_reorged: 1, booked_at: null, block_height: null, confirmations: 0, refund_at: 0, refund_id: null } as const;
  const role = deposit.role === 'ORDER' ? 'EXTRA' : deposit.role;
  const result = await executor
    .updateTable('deposits')
    .set({ ...gone, role, times_written_off: deposit.times_written_off + 1, write_off_note: note })
    .where('network', '=', deposit.network)
    .where('tx_hash', '=', deposit.tx_hash)
    .where('transfer_index', '=', deposit.transfer_index)
    .where('booked_at', '=', deposit.booked_at)
    .where('times_written_off', '=', deposit.times_written_off)
    .where('is_reorged', '=', deposit.is_reorged)
    .where('role', deposit.role === null ? 'is' : '=', deposit.role)
    .where('refund_id', deposit.refund_id === null ? 'is' : '=', deposit.refund_id)
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
}

/** What was taken out of the books on a network, of orders whose addresses are watched; some at most, those after `after`. */
export async function listWrittenOffDeposits(
  executor: Executor,
  { network, now, after, limit }: { network: string; now: number; after: DepositKey | null; limit: number },
): Promise<DepositRow[]> {
  const writtenOff = executor
    .selectFrom('deposits')
    .innerJoin('orders', 'orders.id', 'deposits.order_id')
    .selectAll('deposits')
    .where('deposits.network', '=', network)
    // Written out, so that the partial index is known to fit.
    .where('deposits.times_written_off', '>', sql.lit(0))
    .where('deposits.is_reorged', '=', sql.lit(1))
    .where((where) => where.or([where('orders.watch_until', '>=', now), where('orders.status', 'in', HOLDING_STATUSES)]))
    .orderBy('deposits.tx_hash')
    .orderBy('deposits.transfer_index')
    .limit(limit);
  if (after === null) return await writtenOff.execute();
  return await writtenOff
    .where((where) =>
      where.or([
        where('deposits.tx_hash', '>', after.tx_hash),
        where.and([where('deposits.tx_hash', '=', after.tx_hash), where('deposits.transfer_index', '>', after.transfer_index)]),
      ]),
    )
    .execute();
}

/** All that ever came to an order, also what the network took back; oldest first. */
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
 * Names the outbox row that gives back what came besides. False: it goes back already, or is not confirmed money. A
 * deposit is given back once, whoever asks: only {@link writeOffDeposit} takes the name away again, with the deposit.
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

/** What came besides the orders of a network and is to be looked at now, whether it can go back; longest waiting first. */
export async function listExtraDepositsDue(executor: Executor, network: string, now: number): Promise<DepositRow[]> {
  return (
    executor
      .selectFrom('deposits')
      .selectAll()
      .where('network', '=', network)
      // Written out, so that the partial index is known to fit.
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
 * What lies in a network's coin and may still have to go back, neither exchanged nor on its way back: of orders, or of nobody
 * and not yet in the ledger. What is nobody's there stays for ever, and is not listed.
 */
export async function listUndecidedAmounts(
  executor: Executor,
  network: string,
  instrument: string,
  of: 'ORDERS' | 'NOBODY',
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
      of === 'ORDERS'
        ? where('order_id', 'is not', null)
        : where.and([where('order_id', 'is', null), where('booked_at', 'is', null)]),
    )
    .execute();
  return rows.map(({ amount }) => amount);
}

/** What came to a network's shared address and matches no order, of a transaction in any of these spellings. */
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

/** Gives a deposit of nobody to an order. False: it is somebody's already, or not confirmed money. */
export async function attributeDeposit(
  executor: Executor,
  key: DepositKey,
  owner: Pick<DepositTable, 'order_id' | 'role' | 'refund_at'>,
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
