import { contradictionAt } from '../agreement.ts';
import { createBlockScanner, type BlockScanner } from '../blockScanner.ts';
import { ContradictionError } from '../nodeErrors.ts';
import { createNodeQuorum, nodeNames, type NodeQuorum } from '../nodeQuorum.ts';
import type { AskedNode } from '../nodeStates.ts';
import { createTronClient, type TronNodeAddress } from './tronClient.ts';
import { createTronNode, type BlockHeader, type TronBlock, type TronNode } from './tronNode.ts';

/** The newest block that enough nodes have, and the newest one that enough of them call solid: it can't be removed. */
export interface TronHead {
  head: number;
  solid: number;
  nodes: readonly TronNode[];
}

export interface TronNodes extends NodeQuorum<TronNode> {
  each: readonly TronNode[];
  /** For operators */
  asked: readonly AskedNode[];
  atHead(): Promise<TronHead>;
  /** Returns the header of a solid block. Throws a ContradictionError when the nodes show different ones. */
  solidHeader(view: TronHead, height: number): Promise<BlockHeader>;
  /** Returns what reads the blocks of a node. All readers share what it has read. */
  scannerOf(node: TronNode): BlockScanner<TronBlock>;
  /** Returns one that has read nothing yet. */
  newScanner(node: TronNode): BlockScanner<TronBlock>;
  /** Forgets what was read. After a contradiction, one of the nodes has shown something false. */
  forgetBlocks(): void;
}

export interface TronNodesOptions {
  /** In order of preference */
  addresses: readonly TronNodeAddress[];
  genesisHash: string;
  /** How many nodes must agree. */
  agreeing: number;
}

export function createTronNodes({ addresses, genesisHash, agreeing }: TronNodesOptions): TronNodes {
  const each = addresses.map((address) => createTronNode(createTronClient(address), genesisHash));
  const names = nodeNames(addresses.map(({ url }) => url));
  const hashAt = async (node: TronNode, height: number): Promise<string> => (await node.header(height)).hash;
  const quorum = createNodeQuorum({ each, agreeing, heightOf: async (node) => await node.height(), describe: describeFailure });
  const newScanner = (node: TronNode): BlockScanner<TronBlock> =>
    createBlockScanner({
      read: async (height) => await node.block(height),
      hashAt: async (height) => await hashAt(node, height),
    });
  const scanners = new Map<TronNode, BlockScanner<TronBlock>>();
  return {
    ...quorum,
    each,
    asked: each.map((node, position) => ({
      name: names[position] ?? '',
      height: async () => await node.height(),
      hashAt: async (height) => await hashAt(node, height),
    })),
    async atHead() {
      const { head, nodes } = await quorum.atHead();
      const solids = await quorum.answers(nodes, async (node) => (await node.solidHeader()).number);
      const solid = solids.toSorted((left, right) => right - left)[agreeing - 1] ?? 0;
      return { head, nodes, solid: Math.min(head, solid) };
    },
    async solidHeader({ nodes }, height) {
      const [first, ...others] = await quorum.answers(nodes, async (node) => await node.header(height));
      if (!first || others.some(({ hash }) => hash !== first.hash)) throw new ContradictionError(contradictionAt(height));
      return first;
    },
    newScanner,
    scannerOf(node) {
      const scanner = scanners.get(node) ?? newScanner(node);
      scanners.set(node, scanner);
      return scanner;
    },
    forgetBlocks: () => scanners.clear(),
  };
}

/** Returns an error in words. Messages of the client contain no addresses. */
export const describeFailure = (error: unknown): string => (error instanceof Error ? error.message : 'the node failed');

/**
 * Returns the confirmations of a transaction in a block, counted from the newest one. Before its block is solid, it has fewer than it
 * `needs` to be final.
 */
export function confirmationsOf(blockNumber: number, { head, solid }: Pick<TronHead, 'head' | 'solid'>, needs: number): number {
  const depth = head - blockNumber + 1;
  return blockNumber <= solid ? depth : Math.min(depth, needs - 1);
}
