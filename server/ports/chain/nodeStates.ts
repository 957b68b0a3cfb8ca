import { withTimeout } from '../../../contract/withTimeout.ts';
import type { NodeState } from './chainGateway.ts';

/** Operators look at a screen that waits for the slowest node. */
const TIMEOUT_MS = 4_000;

/** One node of a network. Its methods reject while it does not answer. */
export interface AskedNode {
  name: string;
  height(): Promise<number>;
  hashAt(height: number): Promise<string>;
}

interface NodeStatesOptions {
  nodes: readonly AskedNode[];
  /** Confirmations after which a block is the same on every node */
  finalAfter: number;
  now: () => number;
  /** Returns an error in words, without addresses. */
  describe(error: unknown): string;
}

/**
 * Asks each node for its height, and for the hash of one block that all of them must share. A node agrees with more than half of those
 * that show it: between two nodes that differ, neither does. Never rejects.
 */
export async function readNodeStates({ nodes, finalAfter, now, describe }: NodeStatesOptions): Promise<NodeState[]> {
  const ask = async <Answer>(work: () => Promise<Answer>): Promise<{ answer: Answer } | { failure: string }> => {
    try {
      return { answer: await withTimeout(work(), TIMEOUT_MS) };
    } catch (error) {
      return { failure: describe(error) };
    }
  };
  const heads = await Promise.all(
    nodes.map(async (node) => ({ node, height: await ask(async () => await node.height()), at: now() })),
  );
  const heights = heads.flatMap(({ height }) => ('answer' in height ? [height.answer] : []));
  const compared = Math.max(0, Math.min(...heights) - finalAfter);
  const states = await Promise.all(
    heads.map(async ({ node: { name, hashAt }, height, at }): Promise<Omit<NodeState, 'agrees'>> => {
      if ('failure' in height) return { name, height: null, answeredAt: null, block: null, failure: height.failure };
      const hash = await ask(async () => await hashAt(compared));
      const shown = { name, height: height.answer, answeredAt: at };
      return 'failure' in hash
        ? { ...shown, block: null, failure: hash.failure }
        : { ...shown, block: { height: compared, hash: hash.answer }, failure: null };
    }),
  );
  const hashes = states.flatMap(({ block }) => (block ? [block.hash] : []));
  const isShared = (hash: string): boolean => hashes.filter((one) => one === hash).length * 2 > hashes.length;
  return states.map((state) => ({ ...state, agrees: state.block && hashes.length > 1 ? isShared(state.block.hash) : null }));
}
