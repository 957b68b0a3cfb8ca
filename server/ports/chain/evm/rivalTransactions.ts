import { isAddressEqual, type Address, type Hash, type PublicClient } from 'viem';

/** Nodes keep the state of about 128 blocks; older questions of how often an address has paid stay without an answer. */
const LOOK_BACK = 100;

/**
 * The transaction that used a nonce of an address within the last blocks, as the node has them; undefined when the node
 * has none, or can't tell.
 */
export async function findByNonce(node: PublicClient, owner: Address, nonce: number, head: number): Promise<Hash | undefined> {
  const usedAfter = async (block: number): Promise<boolean> =>
    (await node.getTransactionCount({ address: owner, blockNumber: BigInt(block) })) > nonce;
  let unused = Math.max(0, head - LOOK_BACK);
  let used = head;
  if (await usedAfter(unused)) return undefined;
  if (!(await usedAfter(used))) return undefined;
  while (used - unused > 1) {
    const middle = Math.floor((used + unused) / 2);
    if (await usedAfter(middle)) used = middle;
    else unused = middle;
  }
  const { transactions } = await node.getBlock({ blockNumber: BigInt(used), includeTransactions: true });
  return transactions.find((transaction) => transaction.nonce === nonce && isAddressEqual(transaction.from, owner))?.hash;
}
