import { getAddress, keccak256, parseTransaction } from 'viem';
import { fromBaseUnits } from '../../../../contract/money.ts';
import type { EvmSendAttemptTable, EvmSendRow } from '../../../db/tables/chain.ts';
import type { CatalogueInstrument } from '../../../instruments/catalogue.ts';
import type { SendState } from '../chainGateway.ts';
import { broadcast, isFeeRefusal } from './broadcast.ts';
import { isInBatch, type EvmSendStore } from './evmSendStore.ts';
import { isAbove, mostOf, offerFor, RAISE_AFTER_MS, raisedOffer, readMostGasPrice, type GasOffer } from './evmFees.ts';
import type { EvmNodes } from './evmNode.ts';
import { TREASURY_INDEX } from '../treasury.ts';
import type { EvmWallet } from './evmWallet.ts';
import { storedHex } from './storedHex.ts';

export interface MonitorSendsOptions {
  chainId: number;
  sends: EvmSendStore;
  nodes: EvmNodes;
  wallet: EvmWallet;
  native: CatalogueInstrument;
  finalAfter: number;
  maxFeePerGasGwei: number;
  layerOneFee: () => Promise<bigint>;
  sendState: (idempotencyKey: string) => Promise<SendState>;
  now: () => number;
}

/**
 * Returns a function that monitors all payments once. It rebroadcasts what the network forgot, bumps the fee of a payment that
 * waits too long (same payment, same nonce, so only one of the two can be mined), and settles final payments. It may run at any
 * time, in several processes. Throws the first error after it has handled all payments.
 */
export function createMonitorSends(options: MonitorSendsOptions): () => Promise<void> {
  const { sends, nodes, wallet, native, sendState, now } = options;

  async function monitor(row: EvmSendRow): Promise<void> {
    const state = await sendState(row.idempotency_key);
    if (state.state === 'failed' || (state.state === 'confirmed' && state.confirmations >= options.finalAfter)) {
      const failure = state.state === 'failed' ? state.reason : null;
      const isUnused = failure !== null && isInBatch(row) && (await minedCount(row)) <= row.nonce;
      if (isUnused) await sends.releaseNonce(row.idempotency_key);
      await sends.settle(row.idempotency_key, failure);
      return;
    }
    // The row of its batch has the transaction.
    if (state.state !== 'pending' || isInBatch(row)) return;
    const mined = await minedCount(row);
    if (row.nonce < mined) return;
    const attempt = (await sends.listAttempts(row.idempotency_key)).at(-1);
    if (!attempt) return;
    const isFeeTooLow = await broadcast(nodes.each, storedHex(attempt.raw_transaction)).then(
      () => false,
      (error: unknown) => {
        if (!isFeeRefusal(error)) throw error;
        return true;
      },
    );
    // Only the payment with the next nonce can wait because of its own fee. The others wait for it.
    const isNext = row.nonce === mined;
    // A deposit address pays an exact fee: the rest of its balance belongs to a customer.
    if (row.from_index !== TREASURY_INDEX) return;
    if (isNext && (isFeeTooLow || now() - attempt.created_at >= RAISE_AFTER_MS)) await bumpFee(row, attempt);
  }

  /** Returns the lowest count that a node reports: one more broadcast does no harm, one too few could lose the payment. */
  async function minedCount(row: EvmSendRow): Promise<number> {
    const address = getAddress(row.from_address);
    const { nodes: synced } = await nodes.atHead();
    return Math.min(...(await nodes.answers(synced, (node) => node.getTransactionCount({ address, blockTag: 'latest' }))));
  }

  /** Does nothing when the new fee would exceed the limit or the balance: a waiting payment costs nothing. */
  async function bumpFee(row: EvmSendRow, attempt: EvmSendAttemptTable): Promise<void> {
    const parsed = parseTransaction(storedHex(attempt.raw_transaction));
    const { to, value = 0n, data = '0x', gas, ...signed } = parsed;
    const before = offerOf(signed);
    if (!to || gas === undefined || !before) return;
    const price = await readMostGasPrice(nodes, options.maxFeePerGasGwei);
    if (!price) return;
    const offer = offerFor(price, gas, undefined, options.maxFeePerGasGwei);
    if (!offer) return;
    const raised = raisedOffer(offer, before);
    if (isAbove(mostOf(raised), options.maxFeePerGasGwei)) return;
    const maxFee = gas * mostOf(raised) + (await options.layerOneFee());
    const balance = await nodes.any.getBalance({ address: getAddress(row.from_address) });
    if (balance < value + maxFee) return;
    const call = { chainId: options.chainId, nonce: row.nonce, to, value, data, gas };
    const { authorizationList } = parsed;
    const raw = await wallet.sign(
      row.from_index,
      authorizationList && raised.type === 'eip1559'
        ? { ...call, ...raised, type: 'eip7702', authorizationList }
        : { ...call, ...raised },
    );
    await sends.insertAttempt({
      tx_hash: keccak256(raw),
      idempotency_key: row.idempotency_key,
      raw_transaction: raw,
      max_fee: fromBaseUnits(maxFee, native.decimals),
      created_at: now(),
    });
    await broadcast(nodes.each, raw);
  }

  return async () => {
    const failures: unknown[] = [];
    for (const row of await sends.listUnsettled()) {
      // A payment that fails must not stop the monitoring of the others.
      await monitor(row).catch((error: unknown) => failures.push(error));
    }
    if (failures.length > 0) throw failures[0];
  };
}

type SignedFees = { maxFeePerGas?: bigint | undefined; maxPriorityFeePerGas?: bigint | undefined; gasPrice?: bigint | undefined };

function offerOf({ maxFeePerGas, maxPriorityFeePerGas, gasPrice }: SignedFees): GasOffer | undefined {
  if (maxFeePerGas !== undefined) return { type: 'eip1559', maxFeePerGas, maxPriorityFeePerGas: maxPriorityFeePerGas ?? 0n };
  return gasPrice === undefined ? undefined : { type: 'legacy', gasPrice };
}
