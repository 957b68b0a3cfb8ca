import { getAddress, isAddressEqual, pad, type Hash, type PublicClient, type TransactionReceipt } from 'viem';
import { fromBaseUnits } from '../../../../contract/money.ts';
import type { CatalogueInstrument } from '../../../instruments/catalogue.ts';
import { FEE_ABOVE_LIMIT, SendUndecidedError, type SendDelay, type SendState } from '../chainGateway.ts';
import type { ChainSendAttempt, ChainSendStore, StoredChainSend } from './chainSendStore.ts';
import { contractOf, TRANSFER_TOPIC } from './evmCalls.ts';
import { isAbove, leastPrice, RAISE_AFTER_MS, readLeastGasPrice } from './evmFees.ts';
import type { EvmNodes } from './evmNode.ts';
import { findReceipt } from './receipts.ts';
import { findByNonce } from './conflictingTransactions.ts';
import { storedHex } from './storedHex.ts';

export interface SendStatesOptions {
  sends: ChainSendStore;
  nodes: EvmNodes;
  native: CatalogueInstrument;
  /** By slug, those of the network. */
  instruments: ReadonlyMap<string, CatalogueInstrument>;
  /** The most that one gas may cost */
  maxFeePerGasGwei: number;
  now: () => number;
  /** From this many confirmations on, what is in a block stays there. */
  finalAfter: number;
}

const LOST_RECEIPT = 'the receipt of a payment that was final is lost';
/** Beyond `finalAfter`: a host that was away for a while still finds what happened meanwhile. */
const MORE_BLOCKS = 200;
/** A search can cost a node some hundred answers: what it found, if anything, holds so long. */
const SEARCH_AGAIN_MS = 10 * 60_000;

/**
 * Reads how a payment stands, as all nodes that must agree see it. Writes only who overtook it: nodes forget it, and other
 * processes ask too.
 */
export function createSendStates(options: SendStatesOptions): (idempotencyKey: string) => Promise<SendState> {
  const { sends, nodes, native, instruments, finalAfter } = options;
  /** Payment → what was found of the transaction that used its nonce, and until when that holds. */
  const searches = new Map<string, { found: Hash | undefined; until: number }>();

  /** The transaction that used the payment's nonce, as the nodes say now. Throws SendUndecidedError when none can say. */
  async function search(row: StoredChainSend, head: number, askable: readonly PublicClient[]): Promise<Hash> {
    const { idempotency_key: key, nonce } = row;
    let last = searches.get(key);
    if (!last || options.now() >= last.until) {
      const wanted = { owner: getAddress(row.from_address), nonce, head, mostBlocks: finalAfter + MORE_BLOCKS };
      let found: Hash | undefined;
      for (const node of askable) found ??= await findByNonce(node, wanted);
      last = { found, until: options.now() + SEARCH_AGAIN_MS };
      searches.set(key, last);
    }
    if (last.found !== undefined) return last.found;
    throw new SendUndecidedError(`nonce ${nonce} is used, and the nodes can't say by which transaction`);
  }

  /**
   * True when the nonce is used, for good and on every node, by a transaction that is none of ours: somebody else has the
   * keys, or paid by hand. A node that is behind, or has lost a receipt, proves nothing. Throws SendUndecidedError
   * while the nonce is used and nobody can say by which transaction.
   */
  async function wasOvertaken(row: StoredChainSend, ours: readonly Hash[], head: number, askable: readonly PublicClient[]) {
    const owner = getAddress(row.from_address);
    const counts = await Promise.all(
      askable.map((node) => node.getTransactionCount({ address: owner, blockNumber: BigInt(head) })),
    );
    if (counts.some((count) => count <= row.nonce)) return false;
    const stored = row.conflicting_hash === null ? null : storedHex(row.conflicting_hash);
    const rival = stored ?? (await search(row, head, askable));
    if (ours.includes(rival)) {
      if (row.settled === 1) throw new SendUndecidedError(LOST_RECEIPT);
      return false;
    }
    const receipts = await Promise.all(askable.map((node) => findReceipt(node, rival)));
    if (receipts.includes(undefined)) {
      // A node has lost it, or it left the chain again. What is written down holds until a node shows what came in its place.
      if (stored !== null && (await search(row, head, askable)) !== stored) await write(row, null);
      return false;
    }
    if (stored === null) await write(row, rival);
    return receipts.every((receipt) => receipt && head - Number(receipt.blockNumber) + 1 >= finalAfter);
  }

  async function write(row: StoredChainSend, rival: Hash | null): Promise<void> {
    await sends.writeConflictingHash(row.idempotency_key, rival);
    if (rival !== null) searches.delete(row.idempotency_key);
  }

  /** Nobody takes what waits at this price, and a higher one is not offered. */
  async function delayOf(attempt: ChainSendAttempt | undefined): Promise<{ delay?: SendDelay }> {
    if (!attempt || options.now() - attempt.created_at < RAISE_AFTER_MS) return {};
    const least = leastPrice(await readLeastGasPrice(nodes));
    return isAbove(least, options.maxFeePerGasGwei) ? { delay: FEE_ABOVE_LIMIT } : {};
  }

  return async (idempotencyKey) => {
    const row = await sends.find(idempotencyKey);
    if (!row) return { state: 'unknown' };
    const attempts = await sends.listAttempts(idempotencyKey);
    const newest = attempts.at(-1)?.tx_hash ?? '';
    const hashes = attempts.map((attempt) => storedHex(attempt.tx_hash));
    // The head first: a receipt that is read after it can only be deeper than what is answered.
    const { head, nodes: askable } = await nodes.atHead();
    const seen = await nodes.answers(askable, async (node) => ({ node, receipt: await minedAttempt(node, hashes) }));
    const receipts = seen.map((one) => one.receipt);
    const [receipt, ...others] = receipts;
    if (receipts.every((found) => found === undefined)) {
      if (row.failure !== null) return { state: 'failed', reason: row.failure };
      const answering = seen.map(({ node }) => node);
      return (await wasOvertaken(row, hashes, head, answering))
        ? { state: 'failed', reason: 'another transaction used its nonce' }
        : { state: 'pending', txHash: newest, ...(await delayOf(attempts.at(-1))) };
    }
    // What was final on every node is so still; a receipt that one of them has dropped says nothing.
    if (row.settled === 1 && receipts.includes(undefined)) throw new SendUndecidedError(LOST_RECEIPT);
    if (!receipt || !others.every((other) => other?.blockHash === receipt.blockHash && other.status === receipt.status)) {
      return { state: 'pending', txHash: receipt?.transactionHash ?? newest };
    }
    const confirmations = head - Number(receipt.blockNumber) + 1;
    const txHash = receipt.transactionHash;
    if (confirmations < 1) return { state: 'pending', txHash };
    const amount = fromBaseUnits(receipt.gasUsed * receipt.effectiveGasPrice + layerOneFee(receipt), native.decimals);
    const feePaid = { instrumentSlug: native.slug, amount };
    const failure = failureOf(receipt, row, instruments.get(row.instrument));
    if (failure !== null) {
      return confirmations >= finalAfter ? { state: 'failed', reason: failure, feePaid } : { state: 'pending', txHash };
    }
    return { state: 'confirmed', txHash, confirmations, feePaid };
  };
}

async function minedAttempt(node: PublicClient, hashes: readonly Hash[]): Promise<TransactionReceipt | undefined> {
  for (const hash of hashes) {
    const receipt = await findReceipt(node, hash);
    if (receipt) return receipt;
  }
  return undefined;
}

/**
 * Why nothing moved, null when it did. Some tokens say `false` where others revert: their transaction counts as good, and
 * only the missing Transfer log tells that nobody was paid.
 */
function failureOf(
  receipt: TransactionReceipt,
  row: StoredChainSend,
  instrument: CatalogueInstrument | undefined,
): string | null {
  if (receipt.status === 'reverted') return 'the transaction was reverted';
  const contract = instrument ? contractOf(instrument) : null;
  if (contract === null) return null;
  const from = pad(getAddress(row.from_address)).toLowerCase();
  const hasMoved = receipt.logs.some(
    ({ address, topics: [topic, sender] }) =>
      isAddressEqual(address, contract) && topic === TRANSFER_TOPIC && sender?.toLowerCase() === from,
  );
  return hasMoved ? null : 'the token did not move';
}

/** Rollups of the OP family charge for their place on layer one beside the gas, and say so in the receipt. */
function layerOneFee(receipt: TransactionReceipt): bigint {
  const fee: unknown = 'l1Fee' in receipt ? receipt.l1Fee : undefined;
  if (typeof fee === 'bigint') return fee;
  return typeof fee === 'string' && /^0x[0-9a-f]+$/i.test(fee) ? BigInt(fee) : 0n;
}
