import { compare, type Decimal } from '../../../contract/money.ts';
import type { IncomingTransfer } from './chainGateway.ts';

/** A transfer as one node shows it, with the name of the block that it says it is in. */
export type SeenTransfer = IncomingTransfer & { blockHash?: string };

/** What one node shows. */
export interface NodeView {
  transfers: readonly SeenTransfer[];
  /** What it has no means to know: its silence about that contradicts nobody. */
  isBlindTo?: (transfer: SeenTransfer) => boolean;
}

export interface Agreement {
  /** What all nodes show alike: the same transaction, amount and payee in the same block. As the first node shows it. */
  agreed: SeenTransfer[];
  /**
   * Why the network is not to be believed now: nodes differ in a block that is deep enough to be final. Null while they
   * differ in newer blocks only, which happens every day and passes.
   */
  contradiction: string | null;
}

/**
 * Compares what several nodes say of the same blocks. What one of them does not show counts for nothing; a difference at
 * `finalHeight` or below means that one of them lies, is broken, or follows another chain.
 */
export function agreedTransfers(views: readonly NodeView[], finalHeight: number): Agreement {
  const named = views.map((view) => ({ ...view, names: new Set(view.transfers.map(nameOf)) }));
  const isAgreed = (transfer: SeenTransfer): boolean => named.every(({ names }) => names.has(nameOf(transfer)));
  const isDisputed = (transfer: SeenTransfer): boolean =>
    named.some(({ names, isBlindTo }) => !names.has(nameOf(transfer)) && isBlindTo?.(transfer) !== true);
  const disputed = views
    .flatMap(({ transfers }) => transfers)
    .find((transfer) => transfer.blockHeight !== null && transfer.blockHeight <= finalHeight && isDisputed(transfer));
  return {
    agreed: (views[0]?.transfers ?? []).filter(isAgreed),
    contradiction: disputed ? contradictionOn(disputed.txHash, disputed.blockHeight) : null,
  };
}

export function contradictionOn(txHash: string, blockHeight: number | null): string {
  return `the nodes contradict each other on transaction ${txHash} in block ${blockHeight}`;
}

/** Of what several nodes say that an address holds: nobody can be made to promise more than any of them shows. */
export function lowest(amounts: readonly Decimal[]): Decimal {
  return amounts.reduce((least, amount) => (compare(amount, least) < 0 ? amount : least));
}

/** Everything that makes it this payment; confirmations follow from the block. */
function nameOf(transfer: SeenTransfer): string {
  const { txHash, index, instrumentSlug, toAddress, memo, amount, blockHeight, blockTime, blockHash } = transfer;
  return JSON.stringify([txHash, index, instrumentSlug, toAddress, memo, amount, blockHeight, blockTime, blockHash]);
}
