import { BlockNotFoundError, isHash, type Hash, type PublicClient } from 'viem';
import { contradictionOn } from '../agreement.ts';
import { ChainUnavailableError, type TransactionPlace } from '../chainGateway.ts';
import type { EvmNodes } from './evmNode.ts';
import { blockOfInternalTransfer } from './internalTransfers.ts';
import { findReceipt } from './receipts.ts';

interface BlockPlace {
  number: number;
  hash: Hash;
}

/**
 * Returns the block that includes a transaction on every node that must agree; null when there is none. The id of an internal
 * transfer contains the hash of its block (`internalTransfers.ts`), and is found while that block is on the canonical chain.
 * Throws ChainUnavailableError when the nodes disagree.
 */
export async function locateTransaction(nodes: EvmNodes, txHash: string): Promise<TransactionPlace | null> {
  const hash = blockOfInternalTransfer(txHash) ?? txHash.toLowerCase();
  if (!isHash(hash)) return null;
  const { head, nodes: synced } = await nodes.atHead();
  const places = await nodes.answers(synced, (node) => placeOf(node, hash, head));
  const found = places.find((place) => place !== undefined);
  if (!found) return null;
  // Also in the newest blocks, where nodes differ for a moment: the caller can retry.
  if (places.some((place) => place?.hash !== found.hash)) throw new ChainUnavailableError(contradictionOn(hash, found.number));
  return { blockHeight: found.number, confirmations: head - found.number + 1 };
}

async function placeOf(node: PublicClient, hash: Hash, head: number): Promise<BlockPlace | undefined> {
  const receipt = await findReceipt(node, hash);
  if (receipt?.status === 'reverted') return undefined;
  const number = receipt ? receipt.blockNumber : (await findBlock(node, hash))?.number;
  // A block above the common head doesn't count yet.
  if (number === undefined || number === null || Number(number) > head) return undefined;
  const claimed = receipt ? receipt.blockHash : hash;
  // Nodes remember reorged blocks, some of them with their transactions.
  const { hash: actual } = await node.getBlock({ blockNumber: number });
  return actual === claimed ? { number: Number(number), hash: claimed } : undefined;
}

async function findBlock(node: PublicClient, blockHash: Hash): Promise<{ number: bigint | null } | undefined> {
  try {
    return await node.getBlock({ blockHash });
  } catch (error) {
    if (error instanceof BlockNotFoundError) return undefined;
    throw error;
  }
}
