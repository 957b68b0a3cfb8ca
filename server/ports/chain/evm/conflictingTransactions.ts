import { isAddressEqual, type Address, type Hash, type PublicClient } from 'viem';

/** How far back a node is asked first; further each time, as long as it has the state. */
const FIRST_STEP = 64;
/** Blocks read at the same time. */
const CONCURRENCY = 6;

/** A nonce that is used after block `head`. */
interface UsedNonce {
  owner: Address;
  nonce: number;
  head: number;
  /** So many blocks are read one by one where the node has not their state. */
  mostBlocks: number;
}

/**
 * The transaction that used a nonce, as the node has it; undefined when the node can't tell. How often an address has paid
 * is asked of ever older blocks; many nodes keep the state of about 128 only, so what is older is looked for in the blocks.
 */
export async function findByNonce(node: PublicClient, { owner, nonce, head, mostBlocks }: UsedNonce): Promise<Hash | undefined> {
  const isUsedAfter = async (block: number): Promise<boolean> =>
    (await node.getTransactionCount({ address: owner, blockNumber: BigInt(block) })) > nonce;
  const findIn = async (block: number): Promise<Hash | undefined> => {
    const { transactions } = await node.getBlock({ blockNumber: BigInt(block), includeTransactions: true });
    return transactions.find((transaction) => transaction.nonce === nonce && isAddressEqual(transaction.from, owner))?.hash;
  };

  async function walk(from: number): Promise<Hash | undefined> {
    const last = Math.max(0, head - mostBlocks);
    for (let block = from; block >= last; block -= CONCURRENCY) {
      const blocks = Array.from({ length: CONCURRENCY }, (_, step) => block - step).filter((one) => one >= last);
      const found = (await Promise.all(blocks.map(findIn))).find((hash) => hash !== undefined);
      if (found !== undefined) return found;
    }
    return undefined;
  }

  let used = head;
  let unused = -1;
  for (let step = FIRST_STEP; used > 0; step *= 2) {
    const earlier = Math.max(0, head - step);
    const isUsed = await isUsedAfter(earlier).catch(() => undefined);
    if (isUsed === undefined) return await walk(used);
    unused = isUsed ? -1 : earlier;
    if (!isUsed) break;
    used = earlier;
  }
  while (used - unused > 1) {
    const middle = Math.floor((used + unused) / 2);
    if (await isUsedAfter(middle)) used = middle;
    else unused = middle;
  }
  return await findIn(used);
}
