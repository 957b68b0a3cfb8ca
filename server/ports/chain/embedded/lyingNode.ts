import { createHash } from 'node:crypto';
import type { Network } from '../../../instruments/catalogue.ts';
import type { SeenTransfer } from '../agreement.ts';
import type { ChainMode } from './failureMode.ts';
import { transactionHash } from './transactionHash.ts';

/** How much the second node adds to each balance, in the instrument. */
export const OVERSTATED_BY = '1000000';

/** Returns whether the second node of a network in this mode lies. */
export function isLying(mode: ChainMode): boolean {
  return mode === 'overstate' || mode === 'invent' || mode === 'hide';
}

/** Returns what the second node shows, when the first shows `seen`. */
export function secondNode(
  mode: ChainMode,
  seen: readonly SeenTransfer[],
  invented: () => readonly SeenTransfer[],
): readonly SeenTransfer[] {
  switch (mode) {
    case 'hide':
      return [];
    case 'invent':
      return [...seen, ...invented()];
    default:
      return seen;
  }
}

/** Returns a deposit that does not exist, with enough confirmations to count immediately. */
export function inventedTransfer(network: Network, watched: readonly string[], blockHeight: number): SeenTransfer[] {
  const [toAddress] = watched;
  if (toAddress === undefined) return [];
  const digest = createHash('sha256').update(`invented/${network.slug}/${toAddress}`).digest();
  return [
    {
      txHash: transactionHash(network, new Uint8Array(digest), 0),
      index: 0,
      instrumentSlug: network.nativeInstrument,
      toAddress,
      memo: null,
      amount: '1000',
      blockHeight,
      blockTime: null,
      confirmations: 1_000,
    },
  ];
}
