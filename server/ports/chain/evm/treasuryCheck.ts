import type { Address } from 'viem';
import { BooksBehindError, ChainUnavailableError } from '../chainGateway.ts';
import type { EvmNodes } from './evmNode.ts';
import type { EvmSendStore } from './evmSendStore.ts';

/**
 * Returns the check before each payment of the treasury (D73). It returns the nonce of the next payment: the count of transactions
 * that the books know. A host with older books than the network, such as a restored backup, would pay again what has left already.
 *
 * Deposit addresses need no such check: they pay no customers.
 *
 * @throws BooksBehindError when the network has mined more; ChainUnavailableError when the nodes disagree, or when all of them have
 * a transaction of the treasury that waits to be mined and that the books do not know
 */
export function createTreasuryCheck({
  nodes,
  sends,
  treasury,
}: {
  nodes: EvmNodes;
  sends: Pick<EvmSendStore, 'acknowledged' | 'nextNonce'>;
  treasury: Address;
}): () => Promise<number> {
  return async () => {
    // The network first: what is stored meanwhile is known when the books are read.
    const { head, nodes: synced } = await nodes.atHead();
    const counts = await nodes.answers(synced, async (node) => ({
      mined: await node.getTransactionCount({ address: treasury, blockNumber: BigInt(head) }),
      pending: await node.getTransactionCount({ address: treasury, blockTag: 'pending' }),
    }));
    const mined = Math.max(...counts.map((count) => count.mined));
    // All of them name the same block.
    if (counts.some((count) => count.mined !== mined)) {
      throw new ChainUnavailableError('the nodes contradict each other on the transactions of the treasury');
    }
    const known = Math.max(await sends.acknowledged(treasury, mined), await sends.nextNonce(treasury));
    if (mined > known) throw new BooksBehindError(mined, known);
    if (Math.min(...counts.map((count) => count.pending)) > known) {
      throw new ChainUnavailableError('a transaction of the treasury that the books do not know waits to be mined');
    }
    return known;
  };
}
