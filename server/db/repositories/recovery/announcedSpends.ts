import type { Executor } from '../../database.ts';
import type { AnnouncedSpendTable } from '../../tables/recovery.ts';

export async function insertAnnouncedSpend(executor: Executor, row: AnnouncedSpendTable): Promise<void> {
  await executor.insertInto('announced_spends').values(row).execute();
}

/** Returns what operators announced on a network after a time in ms and what was not seen yet, the oldest first. */
export async function listOpenSpends(executor: Executor, network: string, since: number): Promise<AnnouncedSpendTable[]> {
  return await executor
    .selectFrom('announced_spends')
    .selectAll()
    .where('network', '=', network)
    .where('tx_hash', 'is', null)
    .where('announced_at', '>', since)
    .orderBy('announced_at')
    .orderBy('id')
    .execute();
}

/** Stores the transaction that an announcement became. Returns false if it became one already. */
export async function closeAnnouncedSpend(executor: Executor, id: string, txHash: string): Promise<boolean> {
  const result = await executor
    .updateTable('announced_spends')
    .set({ tx_hash: txHash })
    .where('id', '=', id)
    .where('tx_hash', 'is', null)
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
}
