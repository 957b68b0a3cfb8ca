import type { Address, Hash, PublicClient } from 'viem';
import { ChainUnavailableError } from '../chainGateway.ts';

/** The native payments of a block. Values in wei. */
export interface ScannedBlock {
  number: number;
  hash: Hash;
  parentHash: Hash;
  /** In ms since 1970. */
  time: number;
  payments: { txHash: Hash; to: Address; value: bigint }[];
}

export interface BlockScanner {
  /**
   * Returns blocks `from` to `to`, oldest first, each the parent of the next. Cached blocks that are still on the canonical
   * chain are not read again. Throws ChainUnavailableError when a reorg happens during the read.
   */
  scan(from: number, to: number): Promise<ScannedBlock[]>;
}

/** Blocks read at the same time. */
const CONCURRENCY = 6;

export const REORG_DURING_READ = 'a reorg happened during the read';

export function createBlockScanner(node: PublicClient): BlockScanner {
  const known = new Map<number, ScannedBlock>();

  async function read(number: number): Promise<ScannedBlock> {
    const block = await node.getBlock({ blockNumber: BigInt(number), includeTransactions: true });
    const payments = block.transactions
      .filter((transaction) => transaction.value > 0n && transaction.to !== null)
      .map(({ hash, to, value }) => ({ txHash: hash, to: to ?? '0x', value }));
    const time = Number(block.timestamp) * 1_000;
    const scanned = { number, hash: block.hash, parentHash: block.parentHash, time, payments };
    known.set(number, scanned);
    return scanned;
  }

  async function readMissing(from: number, to: number): Promise<void> {
    const missing: number[] = [];
    for (let number = from; number <= to; number += 1) if (!known.has(number)) missing.push(number);
    for (let start = 0; start < missing.length; start += CONCURRENCY) {
      await Promise.all(missing.slice(start, start + CONCURRENCY).map(read));
    }
  }

  async function newest(number: number): Promise<ScannedBlock> {
    const remembered = known.get(number);
    if (!remembered) return read(number);
    const { hash } = await node.getBlock({ blockNumber: BigInt(number) });
    return hash === remembered.hash ? remembered : read(number);
  }

  return {
    async scan(from, to) {
      for (const number of known.keys()) if (number < from || number > to) known.delete(number);
      if (to < from) return [];
      let child = await newest(to);
      await readMissing(from, to);
      const blocks = [child];
      // From the newest block down: a cached block that is not the parent of the next one was reorged out.
      for (let number = to - 1; number >= from; number -= 1) {
        let block = known.get(number) ?? (await read(number));
        if (block.hash !== child.parentHash) block = await read(number);
        if (block.hash !== child.parentHash) throw new ChainUnavailableError(REORG_DURING_READ);
        blocks.push(block);
        child = block;
      }
      return blocks.toReversed();
    },
  };
}
