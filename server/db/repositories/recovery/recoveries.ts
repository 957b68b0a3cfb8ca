import type { Executor } from '../../database.ts';
import { lockInTransaction } from '../../lockInTransaction.ts';
import type { RecoveryTable } from '../../tables/recovery.ts';

/** Makes a transaction that stores a payment and the one that puts its network into RECOVERY follow each other. */
export async function lockSends(transaction: Executor, network: string): Promise<void> {
  await lockInTransaction(transaction, `sends on ${network}`);
}

/** Returns the networks in RECOVERY, the oldest first. */
export async function listRecoveries(executor: Executor): Promise<RecoveryTable[]> {
  return await executor.selectFrom('recoveries').selectAll().orderBy('since').orderBy('network').execute();
}

export async function isInRecovery(executor: Executor, network: string): Promise<boolean> {
  const row = await executor.selectFrom('recoveries').select('network').where('network', '=', network).executeTakeFirst();
  return row !== undefined;
}

/** Stores that a network is in RECOVERY. Returns false if it was already. Then its list is read again. */
export async function insertRecovery(
  executor: Executor,
  row: Pick<RecoveryTable, 'network' | 'reason' | 'since'>,
): Promise<boolean> {
  const inserted = await executor
    .insertInto('recoveries')
    .values({ ...row, state: 'READING', read_from: null, read_to: null })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  if (inserted.numInsertedOrUpdatedRows === 1n) return true;
  await executor.updateTable('recoveries').set({ state: 'READING' }).where('network', '=', row.network).execute();
  return false;
}

/** Opens a network: ends its RECOVERY. Returns false unless its list is confirmed and as long as it was read. */
export async function deleteConfirmedRecovery(
  executor: Executor,
  { network, read_to }: Pick<RecoveryTable, 'network' | 'read_to'>,
): Promise<boolean> {
  const result = await executor
    .deleteFrom('recoveries')
    .where('network', '=', network)
    .where('state', '=', 'CONFIRMED')
    .where('read_to', '=', read_to)
    .executeTakeFirst();
  return result.numDeletedRows === 1n;
}
