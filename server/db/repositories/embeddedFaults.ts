import type { Executor } from '../database.ts';
import type { EmbeddedTransferRow } from './embeddedChains.ts';

/** How embedded networks are broken on purpose (D12): what faults do to transactions that are there already. */

/** How many times its usual fee the network charges. */
export async function setEmbeddedFeeFactor(executor: Executor, factor: number, network?: string): Promise<void> {
  const update = executor.updateTable('chain_networks').set({ fee_factor: factor });
  await (network === undefined ? update : update.where('network', '=', network)).execute();
}

/** Transfers in blocks above `aboveHeight` (so, with the network's height, those that wait for a block), newest first. */
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

/** The block that every transaction above `aboveHeight` gets into now. */
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

/** Writes another transaction in the place of one. False when that was gone already. */
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

/** False when it was gone already. */
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
