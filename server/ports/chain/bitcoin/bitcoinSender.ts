import { compare, fromBaseUnits, toBaseUnits } from '../../../../contract/money.ts';
import { createOneAtATime } from '../../../common/oneAtATime.ts';
import type { BitcoinSendRow } from '../../../db/tables/bitcoin.ts';
import {
  BelowLeastPaymentError,
  ChainRefusedError,
  ChainUnavailableError,
  FundsLockedError,
  PayerRefusedError,
  type BeforeBroadcast,
  type SendFence,
  type SendRequest,
  type StorageTransaction,
} from '../chainGateway.ts';
import { shareFee } from '../shareFee.ts';
import { requireComplete } from '../treasury.ts';
import type { BitcoinAddresses } from './keys/bitcoinAddresses.ts';
import type { BitcoinNodes } from './bitcoinNodes.ts';
import type { BitcoinStore, NewPayments } from './bitcoinStore.ts';
import type { BitcoinWallet } from './keys/bitcoinWallet.ts';
import type { BlockReader, ChainView } from './blockReader.ts';
import { broadcast } from './broadcast.ts';
import { dustLimit, mergeCoins, selectCoins, type Selection, type SelectionRequest } from './coinSelection.ts';
import type { FeeRate } from './feeRates.ts';
import type { RawOutput } from './rawTransaction.ts';
import { RpcError } from '../nodeAnswers.ts';
import type { TreasuryCoins } from './treasuryCoins.ts';
import type { TreasuryRecordsOptions } from './treasuryRecords.ts';
import type { TreasuryCount } from '../chainGateway.ts';

export interface BitcoinSenderOptions {
  store: BitcoinStore;
  nodes: BitcoinNodes;
  reader: BlockReader;
  wallet: BitcoinWallet;
  addresses: BitcoinAddresses;
  native: TreasuryRecordsOptions['native'];
  treasuryScript: string;
  sizes: SelectionRequest['sizes'];
  dustRate: bigint;
  /** Price per virtual byte up to which payments merge small coins */
  quietRate: bigint;
  feeRate: () => Promise<FeeRate>;
  listCoins: (view: ChainView) => Promise<TreasuryCoins>;
  count: () => Promise<TreasuryCount>;
  now: () => number;
}

/** A payment of the treasury, which may share its transaction with others. */
export type Payment = Omit<SendRequest, 'fromIndex' | 'fee' | 'gasFactor'>;

/** Most payments of one transaction: nodes relay about 100 kB. */
const MAX_PAYMENTS = 500;

/**
 * Returns a function that pays from the treasury: all new payments in one transaction. A crash at any point neither loses a payment nor
 * pays it twice: the signed transaction is stored with its keys and coins before it is broadcast, and a repeated request broadcasts the
 * same bytes. Once it is stored, a failed broadcast is never reported as a refusal, because a node that received the bytes may pass them on.
 */
export function createBitcoinSender(options: BitcoinSenderOptions) {
  const { store, nodes, reader, wallet, addresses, native, treasuryScript, sizes, dustRate } = options;
  const oneAtATime = createOneAtATime();

  function outputOf({ instrumentSlug, toAddress, memo, amount }: Payment): RawOutput {
    if (instrumentSlug !== native.slug) throw new ChainRefusedError(`${instrumentSlug} is not on this network`);
    if (memo !== null) throw new ChainRefusedError('this network has no memo');
    const script = addresses.scriptOf(toAddress);
    if (script === undefined) throw new ChainRefusedError('the address can not be paid on this network');
    const units = unitsOf(amount);
    if (units < dustLimit(script, dustRate)) throw new BelowLeastPaymentError();
    return { script, units };
  }

  function unitsOf(amount: string): bigint {
    try {
      return toBaseUnits(amount, native.decimals);
    } catch {
      throw new ChainRefusedError(`${amount} has too many decimals`);
    }
  }

  /** Throws ChainRefusedError when the treasury can't pay. */
  async function select(outputs: readonly RawOutput[]): Promise<Selection> {
    const { rate, isAboveLimit } = await options.feeRate();
    if (isAboveLimit) throw new ChainRefusedError('the network asks for more than the limit of the fee');
    const { next, spendable, locked, unmined } = await options.listCoins(await reader.advance());
    if (next && !spendable.includes(next)) throw new FundsLockedError();
    const request = { outputs, changeScript: treasuryScript, sizes, rate, dustRate, coins: spendable, next };
    const selection = selectCoins(request);
    if (selection && rate > options.quietRate) return selection;
    if (selection) {
      const mined = spendable.filter((coin) => !unmined.has(coin));
      return mergeCoins(selection, request, mined);
    }
    if (selectCoins({ ...request, coins: [...spendable, ...locked] })) throw new FundsLockedError();
    const held = fromBaseUnits(
      spendable.reduce((total, { units }) => total + units, 0n),
      native.decimals,
    );
    throw new PayerRefusedError(`insufficient funds: ${held} ${native.slug} less the fee and some change`);
  }

  async function prepare(payments: readonly Payment[]): Promise<NewPayments> {
    const outputs = payments.map(outputOf);
    requireComplete(await options.count());
    const { coins, fee, change } = await select(outputs);
    const { txHash, bytes } = wallet.sign(coins, [...outputs, { script: treasuryScript, units: change }]);
    const created_at = options.now();
    const paidFee = fromBaseUnits(fee, native.decimals);
    const shares = shareFee(paidFee, payments.length, native.decimals);
    return {
      transaction: {
        tx_hash: txHash,
        bytes,
        fee: paidFee,
        change_output: outputs.length,
        change_amount: fromBaseUnits(change, native.decimals),
        bumps: null,
        created_at,
      },
      sends: payments.map(({ idempotencyKey, instrumentSlug, toAddress, amount }, position) => ({
        idempotency_key: idempotencyKey,
        tx_hash: txHash,
        instrument: instrumentSlug,
        to_address: toAddress,
        amount,
        fee: shares[position] ?? '0',
        created_at,
      })),
      inputs: coins,
    };
  }

  /** Broadcasts a payment. A node refuses one that spends the change of a payment that it does not know, so it is told those first. */
  async function deliver(txHash: string): Promise<void> {
    const unsettled = await store.listUnsettled();
    const position = unsettled.findIndex(({ tx_hash }) => tx_hash === txHash);
    const payment = unsettled[position];
    if (!payment) return;
    try {
      await broadcast(nodes.each, payment.bytes);
    } catch (error) {
      if (!(error instanceof RpcError)) throw error;
      // The monitoring reports their failures.
      for (const { bytes } of unsettled.slice(0, position)) await broadcast(nodes.each, bytes).catch(() => undefined);
      await broadcast(nodes.each, payment.bytes);
    }
  }

  async function start(payments: readonly Payment[], fence: SendFence | undefined): Promise<string> {
    const prepared = await prepare(payments);
    const stored: { beforeBroadcast?: BeforeBroadcast | undefined } = {};
    const checked = async (storage: StorageTransaction): Promise<void> => {
      stored.beforeBroadcast = await fence?.(storage);
    };
    if (!(await store.insert(prepared, checked))) throw new ChainUnavailableError('another process pays with the same coins');
    await stored.beforeBroadcast?.();
    await deliver(prepared.transaction.tx_hash);
    return prepared.transaction.tx_hash;
  }

  /** Makes those payments that are new. Returns the hash of each payment's transaction, in the order of the payments. */
  return async (payments: readonly Payment[], fence?: SendFence): Promise<string[]> =>
    await oneAtATime('treasury', async () => {
      if (payments.length > MAX_PAYMENTS) throw new ChainRefusedError('these are too many payments for one transaction');
      if (new Set(payments.map(({ idempotencyKey }) => idempotencyKey)).size < payments.length) {
        throw new ChainRefusedError('an idempotency key is repeated');
      }
      const earlier = await Promise.all(payments.map(({ idempotencyKey }) => store.find(idempotencyKey)));
      for (const [position, payment] of payments.entries()) {
        const one = earlier[position];
        if (one) assertSamePayment(one.send, payment);
      }
      const unfinished = new Set(earlier.flatMap((one) => (one?.transaction.settled === 0 ? [one.transaction.tx_hash] : [])));
      for (const txHash of unfinished) await deliver(txHash);
      const fresh = payments.filter((_payment, position) => !earlier[position]);
      const started = fresh.length > 0 ? await start(fresh, fence) : '';
      return earlier.map((one) => one?.transaction.tx_hash ?? started);
    });
}

function assertSamePayment(row: BitcoinSendRow, request: Payment): void {
  const isSame =
    row.instrument === request.instrumentSlug &&
    row.to_address === request.toAddress &&
    compare(row.amount, request.amount) === 0;
  if (!isSame) throw new ChainRefusedError('the idempotency key belongs to another payment');
}
