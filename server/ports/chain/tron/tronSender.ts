import { compare, fromBaseUnits, toBaseUnits } from '../../../../contract/money.ts';
import type { AddressIndex } from '../../../common/addressIndex.ts';
import { createOneAtATime } from '../../../common/oneAtATime.ts';
import type { TronSendRow } from '../../../db/tables/tron.ts';
import type { CatalogueInstrument } from '../../../instruments/catalogue.ts';
import {
  ChainRefusedError,
  ChainUnavailableError,
  FEE_ABOVE_LIMIT,
  PayerRefusedError,
  RecipientBlockedError,
  type BeforeBroadcast,
  type ChainGateway,
  type SendFence,
  type SendRequest,
  type StorageTransaction,
} from '../chainGateway.ts';
import { broadcast } from './broadcast.ts';
import { callFor } from './tronCalls.ts';
import { totalOf, type TronFees } from './tronFees.ts';
import { availableTo, type TronFundsOptions } from './tronFunds.ts';
import type { TronCall } from './tronTransaction.ts';
import type { TronWallet } from './tronWallet.ts';

export interface TronSenderOptions extends TronFundsOptions {
  wallet: TronWallet;
  fees: TronFees;
  instrumentOf: (slug: string) => CatalogueInstrument;
  /** Throws while the books may not know every payment of an address (D73). */
  requirePayable: (fromIndex: AddressIndex) => Promise<void>;
  isBlocked: (slug: string, address: string) => Promise<boolean>;
  now: () => number;
}

/**
 * How long a transaction can be included, in ms of network time after its reference block. That block is solid, about a minute old, so
 * the network has about three minutes.
 */
export const LIFETIME_MS = 240_000;

/**
 * Returns the `send` of TRON. A crash at any point neither loses a payment nor pays it twice: the signed transaction is stored under its
 * idempotency key before it is broadcast, and a repeated request broadcasts the same bytes. A key gets another transaction only after the
 * first one is marked as dead (`monitorSends.ts`).
 */
export function createTronSender(options: TronSenderOptions): ChainGateway['send'] {
  const { store, nodes, wallet, fees, native, instrumentOf } = options;
  const oneAtATime = createOneAtATime();
  let lastCreatedAt = 0;

  /** Returns the fee limit and the most that the payment can burn, in sun. Throws ChainRefusedError when the address can't pay it. */
  async function plan(request: SendRequest, from: string, instrument: CatalogueInstrument, call: TronCall) {
    const funds = await availableTo(options, from, instrument);
    const wanted = toBaseUnits(request.amount, instrument.decimals);
    if (funds.instrument < wanted) {
      throw new PayerRefusedError(
        `insufficient funds: ${fromBaseUnits(funds.instrument, instrument.decimals)} ${instrument.slug}`,
      );
    }
    const needed = await (request.fee === undefined ? fees.mostFee(call) : fees.feeNow(call)).catch((error: unknown) =>
      explain(error, request, from),
    );
    if (fees.isAboveLimit(needed)) throw new ChainRefusedError(FEE_ABOVE_LIMIT);
    // The energy that a contract takes changes every six hours. What is not used is not burnt.
    const allowed =
      request.fee === undefined ? needed.bandwidth + (needed.energy * 5n) / 4n : toBaseUnits(request.fee, native.decimals);
    const budget = call.type === 'transfer' ? funds.native - wanted : funds.native;
    if (totalOf(needed) > allowed || allowed > budget) {
      throw new PayerRefusedError(`insufficient funds for the fee: ${fromBaseUnits(budget, native.decimals)} ${native.slug}`);
    }
    return { maxFee: allowed, feeLimit: call.type === 'transfer' ? 0n : allowed - needed.bandwidth };
  }

  /** Throws the refusal with its cause, when the token blocks one of the two addresses. A node that can't tell changes nothing. */
  async function explain(refusal: unknown, { instrumentSlug, toAddress }: SendRequest, from: string): Promise<never> {
    if (!(refusal instanceof ChainRefusedError)) throw refusal;
    const isBlocked = (address: string) => options.isBlocked(instrumentSlug, address).catch(() => false);
    if (await isBlocked(toAddress)) throw new RecipientBlockedError();
    if (await isBlocked(from)) throw new ChainRefusedError(`${instrumentSlug} blocks our address ${from}`);
    throw refusal;
  }

  async function start(request: SendRequest, from: string, fence?: SendFence): Promise<{ txHash: string }> {
    const instrument = instrumentOf(request.instrumentSlug);
    const call = callFor(instrument, from, request.toAddress, request.amount);
    await options.requirePayable(request.fromIndex);
    const { maxFee, feeLimit } = await plan(request, from, instrument, call);
    const view = await nodes.atHead();
    const reference = await nodes.solidHeader(view, view.solid);
    // Two equal payments with one reference block would be the same transaction.
    lastCreatedAt = Math.max(options.now(), lastCreatedAt + 1);
    const expiresAt = reference.time + LIFETIME_MS;
    const signed = wallet.sign(request.fromIndex, {
      call,
      reference: { height: reference.number, hash: reference.hash },
      expiresAt,
      createdAt: lastCreatedAt,
      feeLimit,
    });
    const send = {
      tx_hash: signed.txHash,
      idempotency_key: request.idempotencyKey,
      instrument: instrument.slug,
      from_index: request.fromIndex,
      from_address: from,
      to_address: request.toAddress,
      amount: request.amount,
      bytes: signed.bytes,
      reference_height: reference.number,
      expires_at: expiresAt,
      max_fee: fromBaseUnits(maxFee, native.decimals),
      created_at: lastCreatedAt,
    };
    const stored: { beforeBroadcast?: BeforeBroadcast | undefined } = {};
    const checked = async (storage: StorageTransaction): Promise<void> => {
      stored.beforeBroadcast = await fence?.(storage);
    };
    if (!(await store.insert(send, checked))) throw new ChainUnavailableError('another process makes this payment');
    await stored.beforeBroadcast?.();
    await broadcast(nodes.each, signed.bytes);
    return { txHash: signed.txHash };
  }

  return async (request, fence) => {
    if (request.memo !== null) throw new ChainRefusedError('payments of this network have no memo');
    const from = wallet.addressAt(request.fromIndex);
    return await oneAtATime(from, async () => {
      const earlier = await store.find(request.idempotencyKey);
      if (!earlier) return await start(request, from, fence);
      assertSamePayment(earlier, request);
      if (earlier.outcome === 'PENDING') await broadcast(nodes.each, earlier.bytes);
      return { txHash: earlier.tx_hash };
    });
  };
}

function assertSamePayment(row: TronSendRow, request: SendRequest): void {
  const isSame =
    row.instrument === request.instrumentSlug &&
    row.from_index === request.fromIndex &&
    row.to_address === request.toAddress &&
    compare(row.amount, request.amount) === 0;
  if (!isSame) throw new ChainRefusedError('the idempotency key belongs to another payment');
}
