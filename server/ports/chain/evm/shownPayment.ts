import type { Address, PublicClient } from 'viem';
import { ChainUnavailableError } from '../chainGateway.ts';
import { broadcastUpTo } from './broadcast.ts';
import type { EvmNodes } from './evmNode.ts';
import type { EvmSendStore } from './evmSendStore.ts';
import { storedHex } from './storedHex.ts';

interface RequireShownOptions {
  nodes: EvmNodes;
  sends: EvmSendStore;
  treasury: Address;
  /** How many nodes must show it */
  agreeing: number;
}

/**
 * Returns a function that checks that enough nodes show the treasury's payment with a nonce, as signed here (D76). A host with the same seed
 * may have given that nonce to another payment: whoever of the two goes on without looking makes the payments of the other one a second time.
 * A payment that nodes have dropped is broadcast again. Throws ChainUnavailableError.
 */
export function createRequireShown({ nodes, sends, treasury, agreeing }: RequireShownOptions): (nonce: number) => Promise<void> {
  async function isShown(hashes: readonly string[]): Promise<boolean> {
    const { nodes: synced } = await nodes.atHead();
    const views = await nodes.answers(synced, async (node) => await hasOne(node, hashes));
    return views.filter(Boolean).length >= agreeing;
  }

  return async (nonce) => {
    const row = nonce < 0 ? undefined : await sends.findAt(treasury, nonce);
    if (!row || row.settled === 1) return;
    const hashes = (await sends.listAttempts(row.idempotency_key)).map(({ tx_hash }) => tx_hash);
    if (await isShown(hashes)) return;
    await broadcastUpTo({ sends, nodes }, row);
    if (!(await isShown(hashes)))
      throw new ChainUnavailableError(`the network does not show the payment with nonce ${nonce} yet`);
  };
}

async function hasOne(node: PublicClient, hashes: readonly string[]): Promise<boolean> {
  // The newest attempt has usually replaced the others.
  for (const hash of hashes.toReversed()) {
    if ((await node.request({ method: 'eth_getTransactionByHash', params: [storedHex(hash)] })) !== null) return true;
  }
  return false;
}
