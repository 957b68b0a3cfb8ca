import { getAddress, type Address, type Hash, type PublicClient, type TransactionReceipt } from 'viem';
import { compare, fromBaseUnits, type Decimal } from '../../../../contract/money.ts';
import type { EvmSendAttemptTable, EvmSendRow } from '../../../db/tables/chain.ts';
import type { CatalogueInstrument } from '../../../instruments/catalogue.ts';
import { FEE_ABOVE_LIMIT, SendUndecidedError, type SendDelay, type SendState } from '../chainGateway.ts';
import { shareFee } from '../shareFee.ts';
import { createArrivals } from './arrivals.ts';
import { isInBatch, type EvmSendStore } from './evmSendStore.ts';
import { isAbove, leastPrice, RAISE_AFTER_MS, readLeastGasPrice } from './evmFees.ts';
import type { EvmNodes } from './evmNode.ts';
import { findReceipt } from './receipts.ts';
import { findByNonce, type NonceUse } from './conflictingTransactions.ts';
import { storedHex } from './storedHex.ts';

export interface SendStatesOptions {
  sends: EvmSendStore;
  nodes: EvmNodes;
  native: CatalogueInstrument;
  /** By slug, those of the network. */
  instruments: ReadonlyMap<string, CatalogueInstrument>;
  /** Highest price per gas that the host pays. */
  maxFeePerGasGwei: number;
  now: () => number;
  /** Confirmations that make a transaction final. */
  finalAfter: number;
}

/** Begins the code of an address that delegates to a contract (EIP-7702). */
const DELEGATION_PREFIX = '0xef0100';
const LOST_RECEIPT = 'a node lost the receipt of a final payment';
/** Blocks to search beyond `finalAfter`, so that a host that was off for a while finds what happened meanwhile. */
const MORE_BLOCKS = 200;
/** A search can take hundreds of requests, so its result is cached for so long. */
const SEARCH_AGAIN_MS = 10 * 60_000;

/**
 * Returns a function that reads the state of a payment, as seen by all nodes that must agree. It stores only the conflicting
 * transaction: nodes forget it, and other processes need it too.
 */
export function createSendStates(options: SendStatesOptions): (idempotencyKey: string) => Promise<SendState> {
  const { sends, nodes, native, finalAfter } = options;
  const findArrival = createArrivals(options.instruments);
  /** Idempotency key → the transaction that used its nonce, and until when the result is cached (ms since 1970). */
  const searches = new Map<string, { found: Hash | undefined; until: number }>();

  /**
   * Returns the transaction that used the payment's nonce; null when an authorisation of the address used it (EIP-7702), final on every
   * node: a batch that failed has published one, so that anybody can use it. Throws SendUndecidedError when no node knows.
   */
  async function search(row: EvmSendRow, head: number, synced: readonly PublicClient[]): Promise<Hash | null> {
    const { idempotency_key: key, nonce } = row;
    const cached = searches.get(key);
    if (cached?.found !== undefined && options.now() < cached.until) return cached.found;
    const undecided = new SendUndecidedError(`nonce ${nonce} is used, and the nodes can't say by which transaction`);
    if (cached && options.now() < cached.until) throw undecided;
    const wanted = { owner: getAddress(row.from_address), nonce, head, maxBlocks: finalAfter + MORE_BLOCKS };
    const uses: (NonceUse | undefined)[] = [];
    for (const node of synced) {
      uses.push(await findByNonce(node, wanted));
      if (uses.at(-1)?.hash !== undefined) break;
    }
    const found = uses.at(-1)?.hash;
    if (found === undefined && uses.every((use) => use !== undefined) && (await isDelegated(wanted.owner, synced))) {
      if (uses.every(({ block }) => head - block + 1 >= finalAfter)) return null;
      // Nodes may drop the state of its block soon, so the result is not cached.
      throw undecided;
    }
    searches.set(key, { found, until: options.now() + SEARCH_AGAIN_MS });
    if (found !== undefined) return found;
    throw undecided;
  }

  async function isDelegated(address: Address, synced: readonly PublicClient[]): Promise<boolean> {
    const codes = await nodes.answers(synced, (node) => node.getCode({ address }));
    return codes.every((code) => code?.startsWith(DELEGATION_PREFIX));
  }

  /**
   * Returns true when a transaction of another sender or an authorisation used the nonce, final on every node: another party has the
   * keys, an operator paid by hand, or a stranger used what a failed batch had published. A node that is behind or lost a receipt proves
   * nothing. Throws SendUndecidedError while the nonce is used and the nodes can't say by what.
   */
  async function isNonceTaken(row: EvmSendRow, ours: readonly Hash[], head: number, synced: readonly PublicClient[]) {
    const owner = getAddress(row.from_address);
    const counts = await Promise.all(
      synced.map((node) => node.getTransactionCount({ address: owner, blockNumber: BigInt(head) })),
    );
    if (counts.some((count) => count <= row.nonce)) return false;
    const stored = row.conflicting_hash === null ? null : storedHex(row.conflicting_hash);
    const conflicting = stored ?? (await search(row, head, synced));
    if (conflicting === null || ours.includes(conflicting)) {
      if (row.settled === 1) throw new SendUndecidedError(LOST_RECEIPT);
      return conflicting === null;
    }
    const receipts = await Promise.all(synced.map((node) => findReceipt(node, conflicting)));
    if (receipts.includes(undefined)) {
      // A node lost the receipt, or the transaction was reorged out. The stored hash stays until a node shows another one.
      if (stored !== null && (await search(row, head, synced)) !== stored) await write(row, null);
      return false;
    }
    if (stored === null) await write(row, conflicting);
    return receipts.every((receipt) => receipt && head - Number(receipt.blockNumber) + 1 >= finalAfter);
  }

  async function write(row: EvmSendRow, conflicting: Hash | null): Promise<void> {
    await sends.writeConflictingHash(row.idempotency_key, conflicting);
    if (conflicting !== null) searches.delete(row.idempotency_key);
  }

  /** Returns `delay` when the payment's fee is too low to be mined and a higher one would exceed the limit. */
  async function delayOf(attempt: EvmSendAttemptTable | undefined): Promise<{ delay?: SendDelay }> {
    if (!attempt || options.now() - attempt.created_at < RAISE_AFTER_MS) return {};
    const least = leastPrice(await readLeastGasPrice(nodes));
    return isAbove(least, options.maxFeePerGasGwei) ? { delay: FEE_ABOVE_LIMIT } : {};
  }

  async function shareOf(row: EvmSendRow, fee: Decimal): Promise<Decimal> {
    if (!isInBatch(row)) return fee;
    const keys = (await sends.listMoved(row.batch_key ?? '')).map(({ idempotency_key }) => idempotency_key);
    return shareFee(fee, keys.length, native.decimals)[keys.indexOf(row.idempotency_key)] ?? '0';
  }

  return async (idempotencyKey) => {
    const row = await sends.find(idempotencyKey);
    if (!row) return { state: 'unknown' };
    // The row whose transaction moves it.
    const carrier = isInBatch(row) ? await sends.find(row.batch_key ?? '') : row;
    if (!carrier) throw new SendUndecidedError('the batch of a payment is not stored');
    const attempts = await sends.listAttempts(carrier.idempotency_key);
    const newest = attempts.at(-1)?.tx_hash ?? '';
    const hashes = attempts.map((attempt) => storedHex(attempt.tx_hash));
    // Read the head first: a receipt read later can only have more confirmations than are returned.
    const { head, nodes: synced } = await nodes.atHead();
    const seen = await nodes.answers(synced, async (node) => {
      const receipt = await minedAttempt(node, hashes);
      const isMined = receipt?.status === 'success' && Number(receipt.blockNumber) <= head;
      return { node, receipt, arrived: isMined ? await findArrival(node, receipt, row, head) : row.amount };
    });
    const receipts = seen.map((one) => one.receipt);
    const [receipt, ...others] = receipts;
    if (receipts.every((found) => found === undefined)) {
      if (row.failure !== null) return { state: 'failed', reason: row.failure };
      const answering = seen.map(({ node }) => node);
      return (await isNonceTaken(carrier, hashes, head, answering))
        ? { state: 'failed', reason: 'another transaction used its nonce' }
        : { state: 'pending', txHash: newest, ...(await delayOf(attempts.at(-1))) };
    }
    // A reorg replaced the transaction that had used its nonce.
    if (carrier.conflicting_hash !== null && !receipts.includes(undefined)) await write(carrier, null);
    // The payment was final on every node and still is. A dropped receipt proves nothing.
    if (row.settled === 1 && receipts.includes(undefined)) throw new SendUndecidedError(LOST_RECEIPT);
    if (!receipt || !others.every((other) => other?.blockHash === receipt.blockHash && other.status === receipt.status)) {
      return { state: 'pending', txHash: receipt?.transactionHash ?? newest };
    }
    const confirmations = head - Number(receipt.blockNumber) + 1;
    const txHash = receipt.transactionHash;
    if (confirmations < 1) return { state: 'pending', txHash };
    const fee = fromBaseUnits(receipt.gasUsed * receipt.effectiveGasPrice + layerOneFee(receipt), native.decimals);
    const feePaid = { instrumentSlug: native.slug, amount: await shareOf(row, fee) };
    const arrived = seen[0]?.arrived ?? null;
    // The nodes contradict each other on what arrived, although they show the same block.
    if (seen.some((one) => one.arrived !== arrived)) return { state: 'pending', txHash };
    if (receipt.status === 'reverted' || arrived === null) {
      const failure = receipt.status === 'reverted' ? 'the transaction was reverted' : 'the token did not move';
      return confirmations >= finalAfter ? { state: 'failed', reason: failure, feePaid } : { state: 'pending', txHash };
    }
    const isShort = compare(arrived, row.amount) < 0;
    return { state: 'confirmed', txHash, confirmations, feePaid, ...(isShort && { arrived }) };
  };
}

async function minedAttempt(node: PublicClient, hashes: readonly Hash[]): Promise<TransactionReceipt | undefined> {
  for (const hash of hashes) {
    const receipt = await findReceipt(node, hash);
    if (receipt) return receipt;
  }
  return undefined;
}

/** Returns the layer 1 fee that rollups of the OP family charge on top of gas and report in the receipt. */
export function layerOneFee(receipt: TransactionReceipt): bigint {
  const fee: unknown = 'l1Fee' in receipt ? receipt.l1Fee : undefined;
  if (typeof fee === 'bigint') return fee;
  return typeof fee === 'string' && /^0x[0-9a-f]+$/i.test(fee) ? BigInt(fee) : 0n;
}
