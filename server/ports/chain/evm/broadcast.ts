import { BaseError, type Hex, type PublicClient } from 'viem';

/** What nodes say of a transaction that they have, or had: all of it is good news for somebody who repeats himself. */
const KNOWN_ALREADY =
  /already known|already imported|known transaction|nonce too low|transaction already exists|already in mempool/i;

/** The network has become dearer than the transaction offers. */
const TOO_CHEAP = /max fee per gas less than block base fee|underpriced|fee(?:s)? too low|fee cap less than/i;

const wordsOf = (error: unknown): string => (error instanceof BaseError ? `${error.message} ${error.details}` : '');

/** True when the node would take the payment for a higher fee. */
export function isFeeRefusal(error: unknown): boolean {
  return TOO_CHEAP.test(wordsOf(error));
}

/**
 * Hands signed bytes to every node; again and again does no harm. It is enough that one takes them. Throws what the client
 * throws when none can be reached or wants them now; a refusal for the fee before anything else.
 */
export async function broadcast(nodes: readonly PublicClient[], serializedTransaction: Hex): Promise<void> {
  const answers = await Promise.allSettled(nodes.map((node) => node.sendRawTransaction({ serializedTransaction })));
  const refusals: unknown[] = [];
  for (const answer of answers) {
    if (answer.status === 'fulfilled' || KNOWN_ALREADY.test(wordsOf(answer.reason))) return;
    refusals.push(answer.reason);
  }
  throw refusals.find(isFeeRefusal) ?? refusals[0];
}
