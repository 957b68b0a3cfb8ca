import { getAddress, isAddressEqual, pad, type Hash, type PublicClient, type TransactionReceipt } from 'viem';
import { fromBaseUnits } from '../../../../contract/money.ts';
import type { Database } from '../../../db/database.ts';
import { findChainSend, listChainSendAttempts, type ChainSendRow } from '../../../db/repositories/chainSends.ts';
import type { CatalogueInstrument } from '../../../instruments/catalogue.ts';
import type { SendState } from '../chainGateway.ts';
import { contractOf, TRANSFER_TOPIC } from './evmCalls.ts';
import { findReceipt } from './receipts.ts';
import { storedHex } from './storedHex.ts';

export interface SendStatesOptions {
  networkSlug: string;
  database: Database;
  node: PublicClient;
  native: CatalogueInstrument;
  /** By slug, those of the network. */
  instruments: ReadonlyMap<string, CatalogueInstrument>;
  /** From this many confirmations on, what is in a block stays there. */
  finalAfter: number;
}

/** Reads how a payment stands; writes nothing. */
export function createSendStates(options: SendStatesOptions): (idempotencyKey: string) => Promise<SendState> {
  const { networkSlug, database, node, native, instruments, finalAfter } = options;

  async function minedAttempt(hashes: readonly Hash[]): Promise<TransactionReceipt | undefined> {
    for (const hash of hashes) {
      const receipt = await findReceipt(node, hash);
      if (receipt) return receipt;
    }
    return undefined;
  }

  /** The nonce is used, for good, and by none of our transactions: somebody else has the keys, or paid by hand. */
  async function wasOvertaken(row: ChainSendRow, head: number): Promise<boolean> {
    const deepBlock = head - finalAfter + 1;
    if (deepBlock < 0) return false;
    const used = await node.getTransactionCount({ address: getAddress(row.from_address), blockNumber: BigInt(deepBlock) });
    return used > row.nonce;
  }

  return async (idempotencyKey) => {
    const row = await findChainSend(database, networkSlug, idempotencyKey);
    if (!row) return { state: 'unknown' };
    const attempts = await listChainSendAttempts(database, networkSlug, idempotencyKey);
    const newest = attempts.at(-1)?.tx_hash ?? '';
    // The head first: a receipt that is read after it can only be deeper than what is answered.
    const head = Number(await node.getBlockNumber());
    const receipt = await minedAttempt(attempts.map((attempt) => storedHex(attempt.tx_hash)));
    if (!receipt) {
      return (await wasOvertaken(row, head))
        ? { state: 'failed', reason: 'another transaction used its nonce' }
        : { state: 'pending', txHash: newest };
    }
    const confirmations = head - Number(receipt.blockNumber) + 1;
    const txHash = receipt.transactionHash;
    if (confirmations < 1) return { state: 'pending', txHash };
    const failure = failureOf(receipt, row, instruments.get(row.instrument));
    if (failure !== null) {
      return confirmations >= finalAfter ? { state: 'failed', reason: failure } : { state: 'pending', txHash };
    }
    const amount = fromBaseUnits(receipt.gasUsed * receipt.effectiveGasPrice + layerOneFee(receipt), native.decimals);
    return { state: 'confirmed', txHash, confirmations, feePaid: { instrumentSlug: native.slug, amount } };
  };
}

/**
 * Why nothing moved, null when it did. Some tokens say `false` where others revert: their transaction counts as good, and
 * only the missing Transfer log tells that nobody was paid.
 */
function failureOf(receipt: TransactionReceipt, row: ChainSendRow, instrument: CatalogueInstrument | undefined): string | null {
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
