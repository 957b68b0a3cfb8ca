import { ChainUnavailableError } from './chainGateway.ts';

/** Nodes contradict each other on a block that must be the same on each of them, or one of them contradicts a block's hash. */
export class ContradictionError extends ChainUnavailableError {}

/** A node serves another chain than the configuration names. */
export class WrongChainError extends ChainUnavailableError {}

/** Asks each node for its chain. Throws a WrongChainError; nodes that don't answer are left out. */
export async function requireChain({ each }: { each: readonly { height(): Promise<number> }[] }): Promise<void> {
  const answers = await Promise.allSettled(each.map((node) => node.height()));
  for (const answer of answers) if (answer.status === 'rejected' && answer.reason instanceof WrongChainError) throw answer.reason;
}
