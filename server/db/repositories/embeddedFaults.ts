import type { Executor } from '../database.ts';
import type { EmbeddedTransferRow } from './embeddedChains.ts';

/** Simulated faults of embedded networks (D12). */

/** Multiplies the fees of one network, or of all if none is given. */
export async function setEmbeddedFeeFactor(executor: Executor, factor: number, network?: string): Promise<void> {
  const update = executor.updateTable('chain_networks').set({ fee_factor: factor });
  await (network === undefined ? update : update.where('network', '=', network)).execute();
}

/** Returns transfers in blocks above `aboveHeight`, newest first. With the current height those are the unconfirmed ones. */
export function listEmbeddedTransfersAbove(
  executor: Executor,
  network: string,
  aboveHeight: number,
): Promise<EmbeddedTransferRow[]> {
  return executor
    .selectFrom('chain_transfers')
    .selectAll()
    .where('network', '=', network)
    .where('block_height', '>', aboveHeight)
    .orderBy('created_at', 'desc')
    .orderBy('tx_hash')
    .execute();
}

/** Moves every transfer above `aboveHeight` to the block at `toHeight`. */
export async function moveEmbeddedTransfers(
  executor: Executor,
  network: string,
  aboveHeight: number,
  toHeight: number,
): Promise<void> {
  await executor
    .updateTable('chain_transfers')
    .set({ block_height: toHeight })
    .where('network', '=', network)
    .where('block_height', '>', aboveHeight)
    .execute();
}

/** Replaces a transaction. Returns false if it no longer exists. */
export async function replaceEmbeddedTransfer(
  executor: Executor,
  row: Pick<EmbeddedTransferRow, 'network' | 'tx_hash'>,
  changes: Partial<Pick<EmbeddedTransferRow, 'tx_hash' | 'to_address' | 'memo' | 'block_height'>>,
): Promise<boolean> {
  const updated = await executor
    .updateTable('chain_transfers')
    .set(changes)
    .where('network', '=', row.network)
    .where('tx_hash', '=', row.tx_hash)
    .executeTakeFirst();
  return updated.numUpdatedRows === 1n;
}

/** Deletes a transaction. Returns false if it no longer exists. */
export async function deleteEmbeddedTransfer(
  executor: Executor,
  row: Pick<EmbeddedTransferRow, 'network' | 'tx_hash'>,
): Promise<boolean> {
  const deleted = await executor
    .deleteFrom('chain_transfers')
    .where('network', '=', row.network)
    .where('tx_hash', '=', row.tx_hash)
    .executeTakeFirst();
  return deleted.numDeletedRows === 1n;
}
