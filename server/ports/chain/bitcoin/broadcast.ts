import type { BitcoinNode } from './bitcoinNodes.ts';
import { RpcError } from '../nodeAnswers.ts';

/** The node has the transaction in a block already. One in its mempool is no error. */
const ALREADY_IN_CHAIN = -27;

/**
 * Broadcasts a signed transaction to every node: a relay takes seconds. Idempotent. One node that accepts it is enough. Otherwise
 * throws the error of one node, a refusal if there is one. A refusal proves nothing: other nodes may know the transaction.
 */
export async function broadcast(nodes: readonly BitcoinNode[], bytes: string): Promise<void> {
  const answers = await Promise.allSettled(nodes.map((node) => node.submit(bytes)));
  const failures: unknown[] = [];
  for (const answer of answers) {
    if (answer.status === 'fulfilled') return;
    if (answer.reason instanceof RpcError && answer.reason.code === ALREADY_IN_CHAIN) return;
    failures.push(answer.reason);
  }
  // That another node is down says less.
  throw failures.find((failure) => failure instanceof RpcError) ?? failures[0];
}
