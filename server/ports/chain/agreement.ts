import { compare, type Decimal } from '../../../contract/money.ts';
import type { IncomingTransfer } from './chainGateway.ts';

/** A transfer as one node shows it, with the hash of its block. */
export type SeenTransfer = IncomingTransfer & { blockHash?: string };

/** What one node shows. */
export interface NodeView {
  transfers: readonly SeenTransfer[];
  /** Transfers that the node has no data to show. That it doesn't show them is no contradiction. */
  isBlindTo?: (transfer: SeenTransfer) => boolean;
}

export interface Agreement {
  /** Transfers that all nodes show with the same transaction, amount, payee and block; in the order of the first node. */
  agreed: SeenTransfer[];
  /**
   * Set when nodes disagree on a block that is deep enough to be final: the network can't be trusted. Null when they disagree
   * only on newer blocks, which is usual and passes.
   */
  contradiction: string | null;
}

/**
 * Returns the transfers on which all nodes agree. A difference at `finalHeight` or below is a contradiction: a node lies, is
 * broken, or follows another chain.
 */
export function agreedTransfers(views: readonly NodeView[], finalHeight: number): Agreement {
  const keyed = views.map((view) => ({ ...view, identities: new Set(view.transfers.map(identityOf)) }));
  const isAgreed = (transfer: SeenTransfer): boolean => keyed.every(({ identities }) => identities.has(identityOf(transfer)));
  const isDisputed = (transfer: SeenTransfer): boolean =>
    keyed.some(({ identities, isBlindTo }) => !identities.has(identityOf(transfer)) && isBlindTo?.(transfer) !== true);
  const disputed = views
    .flatMap(({ transfers }) => transfers)
    .find((transfer) => transfer.blockHeight !== null && transfer.blockHeight <= finalHeight && isDisputed(transfer));
  return {
    agreed: (views[0]?.transfers ?? []).filter(isAgreed),
    contradiction: disputed ? contradictionOn(disputed.txHash, disputed.blockHeight) : null,
  };
}

export const contradictionAt = (blockHeight: number): string => `the nodes contradict each other on block ${blockHeight}`;

export function contradictionOn(txHash: string, blockHeight: number | null): string {
  return `the nodes contradict each other on transaction ${txHash} in block ${blockHeight}`;
}

/** Returns the lowest of the balances that several nodes report, so that no node can overstate a balance. */
export function lowest(amounts: readonly Decimal[]): Decimal {
  return amounts.reduce((least, amount) => (compare(amount, least) < 0 ? amount : least));
}

/** Returns the identity of a transfer. Confirmations are not part of it: they follow from the block. */
function identityOf(transfer: SeenTransfer): string {
  const { txHash, index, instrumentSlug, toAddress, memo, amount, blockHeight, blockTime, blockHash } = transfer;
  return JSON.stringify([txHash, index, instrumentSlug, toAddress, memo, amount, blockHeight, blockTime, blockHash]);
}
