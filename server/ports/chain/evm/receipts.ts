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

const MOST_REMEMBERED = 5_000;

/** Receipts of deposits, remembered per block, because deposits are looked at again until they are deep. */
export function createReceiptMemory(
  node: PublicClient,
): (hash: Hash, blockHash: Hash) => Promise<TransactionReceipt | undefined> {
  const remembered = new Map<string, TransactionReceipt>();
  return async (hash, blockHash) => {
    const key = `${blockHash}/${hash}`;
    const before = remembered.get(key);
    if (before) return before;
    const receipt = await findReceipt(node, hash);
    if (receipt?.blockHash !== blockHash) return undefined;
    if (remembered.size >= MOST_REMEMBERED) remembered.clear();
    remembered.set(key, receipt);
    return receipt;
  };
}
