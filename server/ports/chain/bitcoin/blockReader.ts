import { fromBaseUnits } from '../../../../contract/money.ts';
import { createOneAtATime } from '../../../common/oneAtATime.ts';
import type { BitcoinBlockRow, NewBitcoinCoin } from '../../../db/tables/bitcoin.ts';
import { ChainUnavailableError } from '../chainGateway.ts';
import { ContradictionError } from '../nodeErrors.ts';
import type { BitcoinNode, BitcoinNodes } from './bitcoinNodes.ts';
import type { BitcoinStore, ReadBlock } from './bitcoinStore.ts';
import type { OwnScripts } from './ownScripts.ts';
import { RpcError } from '../nodeAnswers.ts';
import type { CoinName, RawBlock, RawTransaction } from './rawTransaction.ts';

/** What was read, up to a block on which all nodes that must agree do. */
export interface ChainView {
  /** The newest block that was read and that the nodes agree on */
  height: number;
  /** The nodes' newest common block: higher while the reader catches up, or while the nodes differ on the newest blocks */
  head: number;
  /** The nodes that have it */
  nodes: readonly BitcoinNode[];
}

export interface BlockReader {
  /**
   * Reads new blocks, at most some at a time, and follows a reorg. Everything in them that pays or spends our coins is stored.
   * Throws a ContradictionError when the nodes differ on a block that is final, and ChainUnavailableError.
   */
  advance(): Promise<ChainView>;
}

export interface BlockReaderOptions {
  nodes: BitcoinNodes;
  store: BitcoinStore;
  scripts: OwnScripts;
  /** Confirmations after which a block is the same on every node */
  finalAfter: number;
  /** The first block to read in an empty database; by default, one shortly before the newest */
  firstBlock?: number | undefined;
  decimals: number;
  coinbaseMaturity: number;
}

/** Blocks to read in one call: some seconds on a busy network. */
const MAX_BLOCKS = 50;
/** The host may have given out its first address some blocks before it reads for the first time. */
const BLOCKS_BEFORE_START = 50;
/** What leaves Litecoin's extension blocks can be spent after as many blocks (LIP-3). */
const HOG_EX_MATURITY = 6;
/** Another process that reads the same blocks makes an attempt fail. */
const ATTEMPTS = 5;

export function createBlockReader(options: BlockReaderOptions): BlockReader {
  const { nodes, store, scripts, finalAfter, decimals, coinbaseMaturity } = options;
  const oneAtATime = createOneAtATime();

  /** Returns the hashes of blocks from a height on, on each node. */
  async function hashesFrom(synced: readonly BitcoinNode[], from: number, to: number): Promise<string[][]> {
    const calls = Array.from({ length: to - from + 1 }, (_, step) => ({ method: 'getblockhash', parameters: [from + step] }));
    return await nodes.answers(synced, async (node) =>
      (await node.batch(calls)).map((hash) => {
        if (hash instanceof RpcError) throw hash;
        return String(hash);
      }),
    );
  }

  /** Returns the hash on which the nodes agree; undefined when they differ. Throws a ContradictionError below the newest blocks. */
  function agreedHash(views: readonly string[][], place: number, height: number, head: number): string | undefined {
    const [first, ...others] = views.map((hashes) => hashes[place]);
    if (first !== undefined && others.every((hash) => hash === first)) return first;
    if (head - height + 1 >= finalAfter) throw new ContradictionError(`the nodes contradict each other on block ${height}`);
    return undefined;
  }

  /** Returns the newest block that was read and that the nodes have. Forgets what a reorg removed. */
  async function followReorg(tip: BitcoinBlockRow, head: number, synced: readonly BitcoinNode[]): Promise<number> {
    let isReorg = false;
    for (let height = Math.min(tip.height, head); height >= 0; height -= 1) {
      const stored = (await store.blockAt(height))?.hash;
      if (stored === undefined) break;
      const agreed = agreedHash(await hashesFrom(synced, height, height), 0, height, head);
      if (agreed === stored) {
        if (isReorg) await store.removeAbove(height, tip);
        return height;
      }
      if (agreed !== undefined) isReorg = true;
    }
    throw new ChainUnavailableError('a reorg is deeper than the blocks that were read');
  }

  async function readOn(
    from: BitcoinBlockRow | undefined,
    start: number,
    head: number,
    synced: readonly BitcoinNode[],
  ): Promise<number | undefined> {
    const [node] = synced;
    const to = Math.min(head, start + MAX_BLOCKS - 1);
    if (!node || start > to) return from?.height ?? start - 1;
    const views = await hashesFrom(synced, start, to);
    const unspent = new Set((await store.listUnspent()).map(({ tx_hash, output }) => `${tx_hash}:${output}`));
    let parent = from;
    for (let height = start; height <= to; height += 1) {
      const hash = agreedHash(views, height - start, height, head);
      if (hash === undefined) break;
      const block = await node.block(hash);
      if (parent && block.parentHash !== parent.hash) throw new ChainUnavailableError('a reorg happened during the read');
      // Another process has read or removed blocks.
      if (!(await store.addBlock(ownPart(block, height, unspent), parent))) return undefined;
      parent = { height, hash, time: block.time };
    }
    return parent?.height ?? start - 1;
  }

  /** Returns what a block shows of our addresses. Updates the set of unspent coins. */
  function ownPart(block: RawBlock, height: number, unspent: Set<string>): ReadBlock {
    const coins: NewBitcoinCoin[] = [];
    const spends: (CoinName & { spentBy: string })[] = [];
    for (const transaction of block.transactions) {
      for (const [output, { script, units }] of transaction.outputs.entries()) {
        const keyIndex = scripts.indexOf(script);
        if (keyIndex === undefined || units === 0n) continue;
        scripts.extendBeyond(keyIndex);
        unspent.add(`${transaction.txHash}:${output}`);
        coins.push({
          tx_hash: transaction.txHash,
          output,
          key_index: keyIndex,
          amount: fromBaseUnits(units, decimals),
          block_height: height,
          block_time: block.time,
          spendable_at: height + maturityOf(transaction, coinbaseMaturity),
        });
      }
    }
    // After all coins of the block: Bitcoin Cash sorts transactions by their hashes, so one may precede what it spends.
    for (const transaction of block.transactions) {
      for (const { txHash, output } of transaction.inputs) {
        if (unspent.delete(`${txHash}:${output}`)) spends.push({ txHash, output, spentBy: transaction.txHash });
      }
    }
    return { height, hash: block.hash, time: block.time, coins, spends };
  }

  /** Returns the height up to which blocks are read and agreed on; undefined when another process has read or removed blocks. */
  async function readTo(head: number, synced: readonly BitcoinNode[]): Promise<number | undefined> {
    const tip = await store.tip();
    if (!tip)
      return await readOn(undefined, Math.min(head, options.firstBlock ?? Math.max(0, head - BLOCKS_BEFORE_START)), head, synced);
    const common = await followReorg(tip, head, synced);
    const base = await store.tip();
    // Blocks above it are on some node only: they count later, or are forgotten.
    return !base || base.height > common ? common : await readOn(base, common + 1, head, synced);
  }

  return {
    advance: () =>
      oneAtATime('read', async () => {
        await scripts.refresh();
        const { head, nodes: synced } = await nodes.atHead();
        for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
          const height = await readTo(head, synced);
          if (height !== undefined) return { height, head, nodes: synced };
        }
        throw new ChainUnavailableError('other processes read the blocks of this network');
      }),
  };
}

function maturityOf({ kind }: RawTransaction, coinbaseMaturity: number): number {
  if (kind === 'ordinary') return 0;
  return kind === 'coinbase' ? coinbaseMaturity : HOG_EX_MATURITY;
}
