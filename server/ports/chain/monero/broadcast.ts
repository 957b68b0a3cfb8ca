import { ChainUnavailableError } from '../chainGateway.ts';
import type { MoneroNode } from './moneroNodes.ts';

/**
 * Broadcasts a signed transaction to every node. Idempotent. One node that accepts it is enough. Otherwise throws
 * ChainUnavailableError: a refusal proves nothing, because other nodes may know the transaction.
 */
export async function broadcast(nodes: readonly MoneroNode[], bytes: string): Promise<void> {
  const answers = await Promise.allSettled(nodes.map(({ daemon }) => daemon.broadcast(bytes)));
  if (answers.some((answer) => answer.status === 'fulfilled' && answer.value === null)) return;
  const refusal = answers.find((answer) => answer.status === 'fulfilled');
  if (refusal?.value !== undefined) throw new ChainUnavailableError(`the nodes do not pass a payment on: ${refusal.value}`);
  throw answers.find((answer) => answer.status === 'rejected')?.reason;
}
