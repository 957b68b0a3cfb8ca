import { ChainUnavailableError } from './chainGateway.ts';

interface LinkedBlock {
  number: number;
  hash: string;
  parentHash: string;
}

export interface BlockScannerOptions<Block> {
  read(number: number): Promise<Block>;
  /** Returns the hash of the block at a height, which costs less than reading it. */
  hashAt(number: number): Promise<string>;
}

export interface BlockScanner<Block> {
  /**
   * Returns blocks `from` to `to`, oldest first, each the parent of the next. Cached blocks that are still on the canonical
   * chain are not read again. Throws ChainUnavailableError when a reorg happens during the read.
   */
  scan(from: number, to: number): Promise<Block[]>;
}

/** Blocks read at the same time. */
const CONCURRENCY = 6;
/** Beyond the blocks of the last scan. Several readers of a network share a scanner. */
const MAX_CACHED = 200;

export const REORG_DURING_READ = 'a reorg happened during the read';

export function createBlockScanner<Block extends LinkedBlock>(options: BlockScannerOptions<Block>): BlockScanner<Block> {
  const known = new Map<number, Block>();

  async function read(number: number): Promise<Block> {
    const block = await options.read(number);
    known.set(number, block);
    return block;
  }

  async function readMissing(from: number, to: number): Promise<void> {
    const missing: number[] = [];
    for (let number = from; number <= to; number += 1) if (!known.has(number)) missing.push(number);
    for (let start = 0; start < missing.length; start += CONCURRENCY) {
      await Promise.all(missing.slice(start, start + CONCURRENCY).map(read));
    }
  }

  async function newest(number: number): Promise<Block> {
    const remembered = known.get(number);
    if (!remembered) return read(number);
    return (await options.hashAt(number)) === remembered.hash ? remembered : read(number);
  }

  /** Forgets the oldest blocks outside of a range. */
  function forget(from: number, to: number): void {
    const others = [...known.keys()].filter((number) => number < from || number > to).toSorted((left, right) => left - right);
    for (const number of others.slice(0, Math.max(0, others.length - MAX_CACHED))) known.delete(number);
  }

  return {
    async scan(from, to) {
      forget(from, to);
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
