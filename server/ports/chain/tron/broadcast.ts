import { ChainUnavailableError } from '../chainGateway.ts';
import { describeFailure } from './tronNodes.ts';
import type { TronNode } from './tronNode.ts';

/** The node has or had the transaction. It may have lost it since: other nodes are told too. */
const KNOWN: ReadonlySet<string> = new Set(['SUCCESS', 'DUP_TRANSACTION_ERROR']);

/**
 * Broadcasts signed bytes to every node. Idempotent. One node that knows the transaction is enough. Throws ChainUnavailableError
 * otherwise. A refusal proves nothing, because a node that received the bytes before may pass them on.
 */
export async function broadcast(nodes: readonly TronNode[], bytes: string): Promise<void> {
  const answers = await Promise.allSettled(nodes.map(async (node) => await node.broadcast(bytes)));
  const isKnown = answers.some((answer) => answer.status === 'fulfilled' && KNOWN.has(answer.value));
  if (isKnown) return;
  const [first] = answers;
  const reason = first?.status === 'fulfilled' ? first.value : describeFailure(first?.reason);
  throw new ChainUnavailableError(`no node accepts the transaction: ${reason}`);
}
