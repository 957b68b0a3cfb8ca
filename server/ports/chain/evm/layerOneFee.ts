import { concatHex, keccak256, parseAbi, type Address, type Hex, type PublicClient } from 'viem';

/** Where rollups tell what a transaction's place on layer one costs: the OP family's predeploy, and Scroll's. */
const ORACLES: readonly Address[] = ['0x420000000000000000000000000000000000000F', '0x5300000000000000000000000000000000000002'];
const ORACLE = parseAbi(['function getL1Fee(bytes data) view returns (uint256)']);

/** As long as a signed token transfer, and as hard to compress. */
const SAMPLE: Hex = concatHex([0, 1, 2, 3, 4, 5].map((seed) => keccak256(Uint8Array.of(seed))));

/**
 * What such rollups take for a transfer beside its gas, in wei, with a quarter of room; 0 on every other network. Rollups
 * that count it as gas (Arbitrum, Linea, zkSync) need nothing here.
 */
export function createLayerOneFee(node: PublicClient): () => Promise<bigint> {
  let oracle: Address | null | undefined;

  async function findOracle(): Promise<Address | null> {
    for (const address of ORACLES) {
      const code = await node.getCode({ address });
      if (code !== undefined && code !== '0x') return address;
    }
    return null;
  }

  return async () => {
    if (oracle === undefined) oracle = await findOracle();
    if (oracle === null) return 0n;
    const fee = await node.readContract({ address: oracle, abi: ORACLE, functionName: 'getL1Fee', args: [SAMPLE] });
    return (fee * 5n) / 4n;
  };
}
