import { SendUndecidedError, type SendState } from '../chainGateway.ts';
import { createPaymentProof } from './paymentProof.ts';
import type { ChainView, MoneroNodes } from './moneroNodes.ts';
import type { MoneroStore } from './moneroStore.ts';

/** Returns the confirmations of a transaction, of which every node shows the same block; null when one does not. */
export async function confirmationsOf(nodes: MoneroNodes, view: ChainView, txHash: string): Promise<number | null> {
  return confirmationsIn(await heightsOf(nodes, view, txHash), view);
}

/** Returns the confirmations of a transaction, of which every node shows the same of `heights`; null when one does not. */
export function confirmationsIn(heights: readonly (number | null)[], view: ChainView): number | null {
  const [first = null] = heights;
  return first === null || first > view.height || heights.some((height) => height !== first) ? null : view.height - first + 1;
}

/** Returns the height of the block of a transaction on each node; null where none includes it. */
export async function heightsOf(nodes: MoneroNodes, view: ChainView, txHash: string): Promise<(number | null)[]> {
  const answers = await nodes.answers(view.nodes, async ({ daemon }) => await daemon.transactions([txHash]));
  return answers.map(([transaction]) => transaction?.block?.height ?? null);
}

export interface SendStatesOptions {
  store: Pick<MoneroStore, 'find'>;
  nodes: MoneroNodes;
  nativeSlug: string;
  finalAfter: number;
}

/**
 * Returns a function that reads the state of a payment from the nodes. The monitoring decides that a payment has failed. The function throws
 * SendUndecidedError while a node includes such a payment.
 */
export function createSendStates({ store, nodes, nativeSlug, finalAfter }: SendStatesOptions) {
  return async (idempotencyKey: string): Promise<SendState> => {
    const stored = await store.find(idempotencyKey);
    if (!stored) return { state: 'unknown' };
    const { tx_hash: txHash, tx_key: txKey, failure } = stored.transaction;
    const view = await nodes.advance();
    const heights = await heightsOf(nodes, view, txHash);
    const confirmations = confirmationsIn(heights, view);
    if (confirmations === null && failure !== null) {
      if (heights.every((height) => height === null)) return { state: 'failed', reason: failure };
      throw new SendUndecidedError(`a node includes the failed payment ${txHash}`);
    }
    if (confirmations === null) return { state: 'pending', txHash };
    const feePaid = { instrumentSlug: nativeSlug, amount: stored.send.fee };
    const isProven = confirmations >= finalAfter && txKey !== null && txKey !== '';
    const proof = isProven ? createPaymentProof(txHash, txKey, stored.send.to_address) : undefined;
    return { state: 'confirmed', txHash, confirmations, feePaid, ...(proof !== undefined && { proof }) };
  };
}
