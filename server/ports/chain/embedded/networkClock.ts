import { createHash } from 'node:crypto';
import type { EmbeddedNetworkRow } from '../../../db/tables/chain.ts';
import { chainMode, LAG_BLOCKS } from './failureMode.ts';

/**
 * An embedded network runs no miner. Its height follows from the time, and a transaction is in the first block after it was sent.
 * So idle networks cost nothing, and a restart loses nothing.
 */

/** Shortest block time at any configured speed. */
const MIN_BLOCK_MS = 250;

/** Returns the block time in ms at `speed` times the real speed. */
export function blockMilliseconds(blockSeconds: number, speed: number): number {
  return Math.max(MIN_BLOCK_MS, Math.round((blockSeconds * 1_000) / speed));
}

/** Returns the height at a time. Time before `base_at` counts as zero, so that a clock set back removes no blocks. */
export function heightAt(network: Pick<EmbeddedNetworkRow, 'base_height' | 'base_at' | 'block_ms'>, now: number): number {
  return network.base_height + Math.floor(Math.max(0, now - network.base_at) / network.block_ms);
}

/** Returns the nominal time of a block. Blocks mined on demand came earlier. */
export function timeOf(network: Pick<EmbeddedNetworkRow, 'base_height' | 'base_at' | 'block_ms'>, height: number): number {
  return network.base_at + (height - network.base_height) * network.block_ms;
}

/** Block height of transactions that wait while the network is stuck. */
const NO_BLOCK = Number.MAX_SAFE_INTEGER;

/** Returns the block that includes a transaction sent now. */
export function nextBlock(network: EmbeddedNetworkRow, now: number): number {
  return chainMode(network.mode) === 'stuck' ? NO_BLOCK : heightAt(network, now) + 1;
}

/** Returns the height that the network's node shows. */
export function shownHeight(network: EmbeddedNetworkRow, now: number): number {
  const height = heightAt(network, now);
  return chainMode(network.mode) === 'lag' ? height - LAG_BLOCKS : height;
}

/** Returns 0 for a future block, 1 for the newest. */
export function confirmationsAt(blockHeight: number, height: number): number {
  return Math.max(0, height - blockHeight + 1);
}

/** Returns the first height of a network: different for each, and as large as on real networks. */
export function genesisHeight(networkSlug: string): number {
  return 1_000_000 + (createHash('sha256').update(networkSlug).digest().readUInt32BE(0) % 20_000_000);
}
