import { setTimeout as delay } from 'node:timers/promises';
import { BaseError, type Address, type Hex, type PublicClient } from 'viem';
import type { NewEvmSend } from '../../../db/tables/chain.ts';
import { ChainUnavailableError } from '../chainGateway.ts';
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

/** How long a payment is waited for: nodes show what they have accepted at once, and those behind a balancer a little later. */
const PATIENCE_MS = 3_000;
const PAUSE_MS = 250;

interface RequireShownOptions {
  nodes: EvmNodes;
  sends: EvmSendStore;
  treasury: Address;
  /** How many nodes must show it */
  agreeing: number;
}

/**
 * Returns a function that checks that enough nodes show the treasury's payment with a nonce, as signed here (D76). A host with the same seed
 * may have given that nonce to another payment: a host that goes on without looking makes the payments of the other one a second time.
 * A payment that nodes have dropped is broadcast again. Throws ChainUnavailableError.
 */
export function createRequireShown({ nodes, sends, treasury, agreeing }: RequireShownOptions): (nonce: number) => Promise<void> {
  async function isShown(hashes: readonly string[]): Promise<boolean> {
    const { nodes: synced } = await nodes.atHead();
    const views = await nodes.answers(synced, async (node) => await hasOne(node, hashes));
    return views.filter(Boolean).length >= agreeing;
  }

  return async (nonce) => {
    const row = nonce < 0 ? undefined : await sends.findAt(treasury, nonce);
    if (!row || row.settled === 1) return;
    const hashes = (await sends.listAttempts(row.idempotency_key)).map(({ tx_hash }) => tx_hash);
    if (await isShown(hashes)) return;
    await broadcastUpTo({ sends, nodes }, row);
    for (const until = performance.now() + PATIENCE_MS; performance.now() < until; await delay(PAUSE_MS)) {
      if (await isShown(hashes)) return;
    }
    throw new ChainUnavailableError(`the network does not show the payment with nonce ${nonce} yet`);
  };
}

async function hasOne(node: PublicClient, hashes: readonly string[]): Promise<boolean> {
  // The newest attempt has usually replaced the others.
  for (const hash of hashes.toReversed()) {
    if ((await node.request({ method: 'eth_getTransactionByHash', params: [storedHex(hash)] })) !== null) return true;
  }
  return false;
}
