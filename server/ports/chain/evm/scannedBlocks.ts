import type { Address, Hash, PublicClient } from 'viem';
import type { BlockScannerOptions } from '../blockScanner.ts';

/** The native payments of a block. Values in wei. */
export interface ScannedBlock {
  number: number;
  hash: Hash;
  parentHash: Hash;
  /** In ms since 1970. */
  time: number;
  payments: { txHash: Hash; to: Address; value: bigint }[];
}

/** Returns how the blocks of a node are scanned. */
export function scannedBlocks(node: PublicClient): BlockScannerOptions<ScannedBlock> {
  return {
    async read(number) {
      const block = await node.getBlock({ blockNumber: BigInt(number), includeTransactions: true });
      const payments = block.transactions
        .filter((transaction) => transaction.value > 0n && transaction.to !== null)
        .map(({ hash, to, value }) => ({ txHash: hash, to: to ?? '0x', value }));
      const time = Number(block.timestamp) * 1_000;
      return { number, hash: block.hash, parentHash: block.parentHash, time, payments };
    },
    hashAt: async (number) => (await node.getBlock({ blockNumber: BigInt(number) })).hash,
  };
}
