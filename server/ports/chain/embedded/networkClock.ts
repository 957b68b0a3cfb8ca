import { createHash } from 'node:crypto';
import type { EmbeddedNetwork } from './embeddedChainStore.ts';
import { chainMode, LAG_BLOCKS } from './failureMode.ts';

/**
 * An embedded network mines nothing: its height follows from the time, and a transaction's block is the first one after
 * it was sent. So idle networks cost nothing, and a restart loses nothing.
 */

/** Blocks never come faster than this, whatever the configured speed. */
const LEAST_BLOCK_MS = 250;

/** Milliseconds between blocks at `speed` times the network's own pace. */
export function blockMilliseconds(blockSeconds: number, speed: number): number {
  return Math.max(LEAST_BLOCK_MS, Math.round((blockSeconds * 1_000) / speed));
}

/** A clock set back must not take blocks away, so time before `base_at` counts as none. */
export function heightAt(network: Pick<EmbeddedNetwork, 'base_height' | 'base_at' | 'block_ms'>, now: number): number {
  return network.base_height + Math.floor(Math.max(0, now - network.base_at) / network.block_ms);
}

/** When a block came, as far as the clock knows: before that, nobody mined by hand. */
export function timeOf(network: Pick<EmbeddedNetwork, 'base_height' | 'base_at' | 'block_ms'>, height: number): number {
  return network.base_at + (height - network.base_height) * network.block_ms;
}

/** The block of a transaction that gets into none, as long as the network is stuck. */
const NO_BLOCK_IN_SIGHT = Number.MAX_SAFE_INTEGER;

/** The block that a transaction of now gets into. */
export function nextBlock(network: EmbeddedNetwork, now: number): number {
  return chainMode(network.mode) === 'stuck' ? NO_BLOCK_IN_SIGHT : heightAt(network, now) + 1;
}

/** The newest block that the network's node shows. */
export function shownHeight(network: EmbeddedNetwork, now: number): number {
  const height = heightAt(network, now);
  return chainMode(network.mode) === 'lag' ? height - LAG_BLOCKS : height;
}

/** 0 while the block is not there yet; 1 when it is the newest. */
export function confirmationsAt(blockHeight: number, height: number): number {
  return Math.max(0, height - blockHeight + 1);
}

/** Every network begins at some height of its own, of the size that real ones have. */
export function genesisHeight(networkSlug: string): number {
  return 1_000_000 + (createHash('sha256').update(networkSlug).digest().readUInt32BE(0) % 20_000_000);
}
