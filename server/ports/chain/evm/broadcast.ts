import { BaseError, type Hex, type PublicClient } from 'viem';
import type { NewEvmSend } from '../../../db/tables/chain.ts';
import type { EvmNodes } from './evmNode.ts';
import type { EvmSendStore } from './evmSendStore.ts';
import { storedHex } from './storedHex.ts';

/** Errors for a transaction that a node already has or had: a repeated broadcast has succeeded. */
const KNOWN_ALREADY =
  /already known|already imported|known transaction|nonce too low|transaction already exists|already in mempool/i;

/** The network's fee has risen above the transaction's offer. */
const FEE_TOO_LOW = /max fee per gas less than block base fee|underpriced|fee(?:s)? too low|fee cap less than/i;

const messageOf = (error: unknown): string => (error instanceof BaseError ? `${error.message} ${error.details}` : '');

/** Returns true when the node would accept the payment with a higher fee. */
export function isFeeRefusal(error: unknown): boolean {
  return FEE_TOO_LOW.test(messageOf(error));
}

/**
 * Broadcasts a signed transaction to every node. Idempotent. One node that accepts it is enough. Otherwise throws the error of
 * one node; an error because of the fee takes precedence.
 */
export async function broadcast(nodes: readonly PublicClient[], serializedTransaction: Hex): Promise<void> {
  const answers = await Promise.allSettled(nodes.map((node) => node.sendRawTransaction({ serializedTransaction })));
  const refusals: unknown[] = [];
  for (const answer of answers) {
    if (answer.status === 'fulfilled' || KNOWN_ALREADY.test(messageOf(answer.reason))) return;
    refusals.push(answer.reason);
  }
  throw refusals.find(isFeeRefusal) ?? refusals[0];
}

/** Broadcasts a payment after the earlier ones of its address: a nonce gap would delay those that follow. */
export async function broadcastUpTo(
  { sends, nodes }: { sends: EvmSendStore; nodes: EvmNodes },
  last: Pick<NewEvmSend, 'from_address' | 'nonce'>,
): Promise<void> {
  for (const row of await sends.listUnsettled(last.from_address)) {
    if (row.nonce > last.nonce) break;
    const attempt = (await sends.listAttempts(row.idempotency_key)).at(-1);
    if (attempt) await broadcast(nodes.each, storedHex(attempt.raw_transaction));
  }
}
