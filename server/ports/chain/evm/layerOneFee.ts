import { concatHex, keccak256, parseAbi, type Address, type Hex, type PublicClient } from 'viem';

/** Contracts that report a rollup's layer 1 fee: the predeploys of the OP family and of Scroll. */
const ORACLES: readonly Address[] = ['0x420000000000000000000000000000000000000F', '0x5300000000000000000000000000000000000002'];
const ORACLE = parseAbi(['function getL1Fee(bytes data) view returns (uint256)']);

/** As long as a signed token transfer, and as incompressible. */
const SAMPLE: Hex = concatHex([0, 1, 2, 3, 4, 5].map((seed) => keccak256(Uint8Array.of(seed))));

/**
 * Returns a function that reads the layer 1 fee of one transfer in wei, with a margin of a quarter; 0 on other networks.
 * Rollups that include it in the gas (Arbitrum, Linea, zkSync) need nothing here.
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
