import { isAddressEqual, type Address, type Hash, type PublicClient } from 'viem';

/** The first step back in blocks. Each step doubles while the node has the state. */
const FIRST_STEP = 64;
/** Blocks read at the same time. */
const CONCURRENCY = 6;

/** A nonce that is used at block `head`. */
interface UsedNonce {
  owner: Address;
  nonce: number;
  head: number;
  /** Maximum number of blocks to read one by one when the node lacks their state. */
  maxBlocks: number;
}

/** How a nonce was used. */
export interface NonceUse {
  block: number;
  /** undefined: no transaction of the address in the block has the nonce. An authorisation used it (EIP-7702). */
  hash: Hash | undefined;
}

/**
 * Returns how a nonce was used; undefined when the node can't tell. It bisects the transaction count of the address over older blocks.
 * Many nodes keep the state of about 128 blocks only; older blocks are searched one by one.
 */
export async function findByNonce(
  node: PublicClient,
  { owner, nonce, head, maxBlocks }: UsedNonce,
): Promise<NonceUse | undefined> {
  const isUsedAfter = async (block: number): Promise<boolean> =>
    (await node.getTransactionCount({ address: owner, blockNumber: BigInt(block) })) > nonce;
  const findIn = async (block: number): Promise<NonceUse> => {
    const { transactions } = await node.getBlock({ blockNumber: BigInt(block), includeTransactions: true });
    const used = transactions.find((transaction) => transaction.nonce === nonce && isAddressEqual(transaction.from, owner));
    return { block, hash: used?.hash };
  };

  async function walk(from: number): Promise<NonceUse | undefined> {
    const last = Math.max(0, head - maxBlocks);
    for (let block = from; block >= last; block -= CONCURRENCY) {
      const blocks = Array.from({ length: CONCURRENCY }, (_, step) => block - step).filter((one) => one >= last);
      const found = (await Promise.all(blocks.map(findIn))).find(({ hash }) => hash !== undefined);
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
