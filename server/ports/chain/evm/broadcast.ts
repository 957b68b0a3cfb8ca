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
 * Hands signed bytes to the network; again and again does no harm. Throws what the client throws when the node can't be
 * reached or does not want them now.
 */
export async function broadcast(node: PublicClient, serializedTransaction: Hex): Promise<void> {
  try {
    await node.sendRawTransaction({ serializedTransaction });
  } catch (error) {
    if (KNOWN_ALREADY.test(wordsOf(error))) return;
    throw error;
  }
}
