import { TransactionReceiptNotFoundError, type Hash, type PublicClient, type TransactionReceipt } from 'viem';

/** The receipt, or undefined while the transaction is in no block. */
export async function findReceipt(node: PublicClient, hash: Hash): Promise<TransactionReceipt | undefined> {
  try {
    return await node.getTransactionReceipt({ hash });
  } catch (error) {
    if (error instanceof TransactionReceiptNotFoundError) return undefined;
    throw error;
  }
}

/** What deposits need of a receipt. */
export interface ShortReceipt {
  isSuccess: boolean;
  /** The number of a log in its block → its place among the logs of the transaction. */
  placeOfLog: ReadonlyMap<number, number>;
}

export interface ReceiptMemory {
  /** The receipt of a transaction in a block; undefined when the transaction is not (any more) in that block. */
  find(hash: Hash, blockHash: Hash): Promise<ShortReceipt | undefined>;
  /** {@link find} for many, some at a time. */
  load(hashes: readonly Hash[], blockHash: Hash): Promise<void>;
  /** Forgets what belongs to other blocks. */
  keepOnly(blockHashes: ReadonlySet<Hash>): void;
}

/** Receipts asked for at the same time. */
const CONCURRENCY = 6;

/**
 * Receipts of deposits, remembered as long as their blocks are looked at, because that happens again and again until they
 * are deep: whoever sends us thousands of payments must not make us ask for thousands of receipts each time.
 */
export function createReceiptMemory(node: PublicClient): ReceiptMemory {
  const byBlock = new Map<Hash, Map<Hash, ShortReceipt>>();

  async function find(hash: Hash, blockHash: Hash): Promise<ShortReceipt | undefined> {
    const before = byBlock.get(blockHash)?.get(hash);
    if (before) return before;
    const receipt = await findReceipt(node, hash);
    if (receipt?.blockHash !== blockHash) return undefined;
    const placeOfLog = new Map(receipt.logs.map(({ logIndex }, place) => [logIndex, place]));
    const short = { isSuccess: receipt.status === 'success', placeOfLog };
    // Looked up only now: others of the block came meanwhile.
    const ofBlock = byBlock.get(blockHash) ?? new Map<Hash, ShortReceipt>();
    byBlock.set(blockHash, ofBlock.set(hash, short));
    return short;
  }

  return {
    find,
    async load(hashes, blockHash) {
      for (let start = 0; start < hashes.length; start += CONCURRENCY) {
        await Promise.all(hashes.slice(start, start + CONCURRENCY).map((hash) => find(hash, blockHash)));
      }
    },
    keepOnly(blockHashes) {
      for (const blockHash of byBlock.keys()) if (!blockHashes.has(blockHash)) byBlock.delete(blockHash);
    },
  };
}
