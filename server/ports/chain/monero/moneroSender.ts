import { compare, fromBaseUnits, toBaseUnits } from '../../../../contract/money.ts';
import { createOneAtATime } from '../../../common/oneAtATime.ts';
import type { MoneroSendRow } from '../../../db/tables/monero.ts';
import {
  ChainRefusedError,
  ChainUnavailableError,
  FundsLockedError,
  PayerRefusedError,
  type BeforeBroadcast,
  type SendFence,
  type SendRequest,
  type StorageTransaction,
  type TreasuryCount,
} from '../chainGateway.ts';
import { RpcError } from '../nodeAnswers.ts';
import { shareFee } from '../shareFee.ts';
import { requireComplete } from '../treasury.ts';
import { broadcast } from './broadcast.ts';
import type { MoneroNodes } from './moneroNodes.ts';
import type { MoneroStore, NewPayments, UnsettledTransaction } from './moneroStore.ts';
import type { OwnCoin, SignedTransaction } from './moneroWallet.ts';
import { confirmationsOf } from './sendStates.ts';
import { leavingUnits, listUnspent, sumOf } from './treasuryCoins.ts';
import { noteName, type Note } from './treasuryRecords.ts';

export interface MoneroSenderOptions {
  store: MoneroStore;
  nodes: MoneroNodes;
  native: { slug: string; decimals: number };
  /** The treasury's address, to which change returns */
  treasury: string;
  /** Highest fee of a transaction, in base units */
  highestFee: bigint;
  /** Returns the fee of a usual payment, in base units. */
  usualFee: () => Promise<bigint>;
  count: () => Promise<TreasuryCount>;
  now: () => number;
}

/** A payment of the treasury, which may share its transaction with others. */
export type Payment = Omit<SendRequest, 'fromIndex' | 'fee' | 'gasFactor'>;

interface Payee {
  address: string;
  units: bigint;
}

/** A transaction has 16 outputs at most, of which one is the change. */
const MAX_PAYEES = 15;
/** A payment locks the rest of its coin for ten blocks, so as many payments can run at the same time. */
const WANTED_COINS = 20;
/** Two more outputs make four, for which the proof of a transaction is as large as for three. */
const SPLIT_INTO = 2;
/** The least part of a coin that is worth an output, in fees */
const LEAST_PART = 20n;
/** A transaction with some 150 inputs is as large as the network allows. */
const MOST_COINS = 100;
/** wallet_rpc_server_error_codes.h */
const NOT_ENOUGH = new Set([-17, -37]);
const TOO_LARGE = -18;
const REFUSED = new Set([-2, -16, TOO_LARGE, -46]);
const ADDRESS = /^[1-9A-HJ-NP-Za-km-z]{95}(?:[1-9A-HJ-NP-Za-km-z]{11})?$/;

/**
 * Returns a function that pays from the treasury: all new payments in one transaction. A crash at any point neither loses a payment nor
 * pays it twice: the wallet signs without sending, the signed transaction is stored with its keys and coins before it is broadcast, and a
 * repeated request broadcasts the same bytes. Once it is stored, a failed broadcast is never reported as a refusal.
 */
export function createMoneroSender(options: MoneroSenderOptions) {
  const { store, nodes, native, treasury } = options;
  const { wallet } = nodes.paying;
  const oneAtATime = createOneAtATime();

  function payeeOf({ instrumentSlug, toAddress, memo, amount }: Payment): Payee {
    if (instrumentSlug !== native.slug) throw new ChainRefusedError(`${instrumentSlug} is not on this network`);
    if (memo !== null) throw new ChainRefusedError('this network has no memo');
    // A wallet program would look any other name up.
    if (!ADDRESS.test(toAddress)) throw new ChainRefusedError('the address can not be paid on this network');
    return { address: toAddress, units: unitsOf(amount) };
  }

  function unitsOf(amount: string): bigint {
    try {
      return toBaseUnits(amount, native.decimals);
    } catch {
      throw new ChainRefusedError(`${amount} has too many decimals`);
    }
  }

  /** Returns payees that divide the rest of the largest coin, so that several payments can follow before it unlocks. */
  async function splitRest(payees: readonly Payee[], coins: readonly OwnCoin[]): Promise<Payee[]> {
    if (coins.length >= WANTED_COINS || payees.length + SPLIT_INTO > MAX_PAYEES) return [];
    const fee = await options.usualFee();
    const largest = coins.reduce((most, { units, isUnlocked }) => (isUnlocked && units > most ? units : most), 0n);
    const part = (largest - sumOf(payees) - 2n * fee) / BigInt(SPLIT_INTO + 1);
    return part < fee * LEAST_PART ? [] : Array.from({ length: SPLIT_INTO }, () => ({ address: treasury, units: part }));
  }

  /** Signs a payment with coins that the wallet chooses, and divides the rest of the largest one if there is room. */
  async function signWithAny(payees: readonly Payee[], coins: readonly OwnCoin[]): Promise<SignedTransaction> {
    const parts = await splitRest(payees, coins);
    try {
      return await wallet.sign([...payees, ...parts]);
    } catch (error) {
      // Parts make a transaction larger too.
      if (parts.length > 0 && (isNotEnough(error) || isTooLarge(error))) return await wallet.sign(payees);
      throw error;
    }
  }

  /** Signs a payment with the largest coins only: of many small ones that the wallet chose, it was too large. */
  async function signWithLargest(payees: readonly Payee[], coins: readonly OwnCoin[]): Promise<SignedTransaction> {
    const bySize = coins.filter(({ isUnlocked }) => isUnlocked).toSorted((one, other) => (one.units > other.units ? -1 : 1));
    const others = bySize.slice(MOST_COINS).map(({ keyImage }) => keyImage);
    await wallet.freeze(others);
    try {
      return await wallet.sign(payees);
    } finally {
      await wallet.thaw(others);
    }
  }

  /** Signs a payment. Throws ChainRefusedError when the treasury can't pay. */
  async function sign(payees: readonly Payee[]): Promise<SignedTransaction> {
    const view = await nodes.advance();
    // Before the payments: a coin is stored with its payment before it is frozen.
    const coins = await listUnspent(nodes, view);
    const unsettled = await store.listUnsettled();
    const reserved = new Set(unsettled.flatMap(({ keyImages }) => keyImages));
    // The file of the wallet may have forgotten it.
    await wallet.freeze([...reserved]);
    const free = coins.filter(({ keyImage }) => !reserved.has(keyImage));
    // Those of a failed payment, and of one that was never stored.
    await wallet.thaw(free.filter(({ isFrozen }) => isFrozen).map(({ keyImage }) => keyImage));
    try {
      return await signWithAny(payees, free).catch(async (error: unknown) => {
        if (!isTooLarge(error)) throw error;
        return await signWithLargest(payees, free).catch((second: unknown) => {
          // They are worth less. An operator has to merge coins.
          throw isNotEnough(second) ? error : second;
        });
      });
    } catch (error) {
      if (!(error instanceof RpcError)) throw error;
      if (REFUSED.has(error.code)) throw new ChainRefusedError(error.message);
      if (!isNotEnough(error)) throw error;
      const unmined: UnsettledTransaction[] = [];
      for (const one of unsettled) if ((await confirmationsOf(nodes, view, one.tx_hash)) === null) unmined.push(one);
      const held = sumOf(coins) - leavingUnits(unmined, native.decimals);
      if (held >= sumOf(payees) + (await options.usualFee())) throw new FundsLockedError();
      throw new PayerRefusedError(`insufficient funds: ${fromBaseUnits(held, native.decimals)} ${native.slug} less the fee`);
    }
  }

  async function prepare(payments: readonly Payment[]): Promise<NewPayments> {
    const payees = payments.map(payeeOf);
    if (payees.some(({ units }) => units === 0n)) throw new ChainRefusedError('the network moves no amount of 0');
    requireComplete(await options.count());
    const { txHash, bytes, txKey, fee, keyImages } = await sign(payees);
    if (fee > options.highestFee) throw new ChainRefusedError('the network asks for more than the limit of the fee');
    const created_at = options.now();
    const paidFee = fromBaseUnits(fee, native.decimals);
    const shares = shareFee(paidFee, payments.length, native.decimals);
    return {
      transaction: { tx_hash: txHash, bytes, tx_key: txKey, fee: paidFee, created_at },
      sends: payments.map(({ idempotencyKey, instrumentSlug, toAddress, amount }, place) => ({
        idempotency_key: idempotencyKey,
        tx_hash: txHash,
        instrument: instrumentSlug,
        to_address: toAddress,
        amount,
        fee: shares[place] ?? '0',
        created_at,
      })),
      keyImages,
    };
  }

  /** Broadcasts a stored payment. Before, the wallet's file learns what it pays, and that its coins are spent. */
  async function deliver({ transaction, sends, keyImages }: NewPayments): Promise<void> {
    const { tx_hash: txHash, tx_key: txKey, bytes } = transaction;
    const transfers = sends.map(({ to_address: toAddress, amount }) => ({ toAddress, amount }));
    await wallet.freeze(keyImages);
    await wallet.writeNote(noteName(txHash), JSON.stringify({ transfers, txKey: txKey ?? '' } satisfies Note));
    await broadcast(nodes.each, bytes);
  }

  async function start(payments: readonly Payment[], fence: SendFence | undefined): Promise<string> {
    const prepared = await prepare(payments);
    const stored: { beforeBroadcast?: BeforeBroadcast | undefined } = {};
    const checked = async (storage: StorageTransaction): Promise<void> => {
      stored.beforeBroadcast = await fence?.(storage);
    };
    if (!(await store.insert(prepared, checked))) throw new ChainUnavailableError('another process pays with the same coins');
    await stored.beforeBroadcast?.();
    await deliver(prepared);
    return prepared.transaction.tx_hash;
  }

  /** Makes those payments that are new. Returns the hash of each payment's transaction, in the order of the payments. */
  return async (payments: readonly Payment[], fence?: SendFence): Promise<string[]> =>
    await oneAtATime('treasury', async () => {
      if (payments.length > MAX_PAYEES) throw new ChainRefusedError('these are too many payments for one transaction');
      if (new Set(payments.map(({ idempotencyKey }) => idempotencyKey)).size < payments.length) {
        throw new ChainRefusedError('an idempotency key is repeated');
      }
      const earlier = await Promise.all(payments.map(({ idempotencyKey }) => store.find(idempotencyKey)));
      for (const [position, payment] of payments.entries()) {
        const one = earlier[position];
        if (one) assertSamePayment(one.send, payment);
      }
      const unfinished = new Set(earlier.flatMap((one) => (one?.transaction.settled === 0 ? [one.transaction.tx_hash] : [])));
      const unsettled = unfinished.size > 0 ? await store.listUnsettled() : [];
      for (const one of unsettled) {
        if (unfinished.has(one.tx_hash)) await deliver({ transaction: one, sends: one.sends, keyImages: one.keyImages });
      }
      const fresh = payments.filter((_payment, position) => !earlier[position]);
      const started = fresh.length > 0 ? await start(fresh, fence) : '';
      return earlier.map((one) => one?.transaction.tx_hash ?? started);
    });
}

function isTooLarge(error: unknown): boolean {
  return error instanceof RpcError && error.code === TOO_LARGE;
}

function isNotEnough(error: unknown): boolean {
  return error instanceof RpcError && NOT_ENOUGH.has(error.code);
}

function assertSamePayment(row: MoneroSendRow, request: Payment): void {
  const isSame =
    row.instrument === request.instrumentSlug &&
    row.to_address === request.toAddress &&
    compare(row.amount, request.amount) === 0;
  if (!isSame) throw new ChainRefusedError('the idempotency key belongs to another payment');
}
