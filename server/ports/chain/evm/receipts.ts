import { TransactionReceiptNotFoundError, type Hash, type PublicClient, type TransactionReceipt } from 'viem';

/** Returns the receipt, or undefined while the transaction is not mined. */
export async function findReceipt(node: PublicClient, hash: Hash): Promise<TransactionReceipt | undefined> {
  try {
    return await node.getTransactionReceipt({ hash });
  } catch (error) {
    if (error instanceof TransactionReceiptNotFoundError) return undefined;
    throw error;
  }
}

/** The parts of a receipt that deposits need. */
export interface ShortReceipt {
  isSuccess: boolean;
  /** Index of a log in its block → its position among the logs of the transaction. */
  placeOfLog: ReadonlyMap<number, number>;
}

export interface ReceiptCache {
  /** Returns the receipt of a transaction in a block; undefined when that block doesn't include it. */
  find(hash: Hash, blockHash: Hash): Promise<ShortReceipt | undefined>;
  /** Caches many receipts, a few at a time. */
  load(hashes: readonly Hash[], blockHash: Hash): Promise<void>;
  /** Drops the receipts of other blocks. */
  keepOnly(blockHashes: ReadonlySet<Hash>): void;
}

/** Receipts read at the same time. */
const CONCURRENCY = 6;

/**
 * Returns a cache of receipts. Deposits are read again and again until they are final: a sender of thousands of payments must
 * not cause thousands of receipt requests each time.
 */
export function createReceiptCache(node: PublicClient): ReceiptCache {
  const byBlock = new Map<Hash, Map<Hash, ShortReceipt>>();

  async function find(hash: Hash, blockHash: Hash): Promise<ShortReceipt | undefined> {
    const before = byBlock.get(blockHash)?.get(hash);
    if (before) return before;
    const receipt = await findReceipt(node, hash);
    if (receipt?.blockHash !== blockHash) return undefined;
    const placeOfLog = new Map(receipt.logs.map(({ logIndex }, place) => [logIndex, place]));
    const short = { isSuccess: receipt.status === 'success', placeOfLog };
    // Read the map only now: other receipts of the block were added meanwhile.
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
