import type { Executor } from '../database.ts';
import type { DepositRow, DepositTable } from '../tables/orders.ts';

type DepositKey = Pick<DepositRow, 'network' | 'tx_hash' | 'transfer_index'>;

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

/** Those of an order that the network still shows, oldest first. */
export async function listDeposits(executor: Executor, orderId: string): Promise<DepositRow[]> {
  return await executor
    .selectFrom('deposits')
    .selectAll()
    .where('order_id', '=', orderId)
    .where('is_gone', '=', 0)
    .orderBy('detected_at')
    .orderBy('tx_hash')
    .orderBy('transfer_index')
    .execute();
}

/** Deposits of a network that are still on their way to enough confirmations. */
export async function listUnbookedDeposits(executor: Executor, network: string): Promise<DepositRow[]> {
  return await executor
    .selectFrom('deposits')
    .selectAll()
    .where('network', '=', network)
    .where('booked_at', 'is', null)
    .where('is_gone', '=', 0)
    .execute();
}
