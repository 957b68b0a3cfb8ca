import { getAddress, keccak256, type Address } from 'viem';
import { compare, fromBaseUnits, toBaseUnits } from '../../../../contract/money.ts';
import type { EvmSendRow, NewEvmSend } from '../../../db/tables/chain.ts';
import type { CatalogueInstrument } from '../../../instruments/catalogue.ts';
import {
  ChainRefusedError,
  ChainUnavailableError,
  PayerRefusedError,
  RecipientBlockedError,
  type BeforeBroadcast,
  type ChainGateway,
  type SendFence,
  type SendRequest,
  type StorageTransaction,
} from '../chainGateway.ts';
import { agreedGas, gasLimit, MAX_GAS_FACTOR, runsCode } from './agreedGas.ts';
import { isBlockedBy } from './blocklist.ts';
import { broadcast, broadcastUpTo } from './broadcast.ts';
import { isInBatch, type EvmSendStore } from './evmSendStore.ts';
import { callFor, type EvmCall } from './evmCalls.ts';
import { exactOffer, mostOf, offerFor, readLeastGasPrice, type GasOffer } from './evmFees.ts';
import { availableTo } from './evmFunds.ts';
import type { EvmNodes } from './evmNode.ts';
import type { EvmWallet } from './evmWallet.ts';
import type { OneAtATime } from '../../../common/oneAtATime.ts';
import { TREASURY_INDEX } from '../treasury.ts';

export interface EvmSenderOptions {
  chainId: number;
  sends: EvmSendStore;
  nodes: EvmNodes;
  wallet: EvmWallet;
  native: CatalogueInstrument;
  instrumentOf: (slug: string) => CatalogueInstrument;
  maxFeePerGasGwei: number;
  /** Layer 1 fee of a rollup on top of gas, in wei. */
  layerOneFee: () => Promise<bigint>;
  /** Gas of one transfer of the instrument to an ordinary address. */
  usualGas: (instrument: CatalogueInstrument) => Promise<bigint>;
  /** Returns the nonce of the treasury's next payment. Throws BooksBehindError, and ChainUnavailableError while nodes don't show the last one. */
  nextPosition: () => Promise<number>;
  /** Serialises the payments of an address. */
  oneAtATime: OneAtATime;
  now: () => number;
}

/**
 * Returns the `send` of an account-based network. A crash at any point neither loses a payment nor pays it twice: the signed
 * transaction is stored under its idempotency key and nonce before it is broadcast, and a repeated request broadcasts the same
 * bytes. Once a payment has a nonce, a failed broadcast is never reported as a refusal: the signed bytes stay valid, and
 * any node that received them may still broadcast them.
 */
export function createEvmSender(options: EvmSenderOptions): ChainGateway['send'] {
  const { sends, nodes, wallet, instrumentOf } = options;

  async function resume(row: EvmSendRow, request: SendRequest): Promise<{ txHash: string }> {
    assertSamePayment(row, request);
    const attempt = (await sends.listAttempts(row.batch_key ?? row.idempotency_key)).at(-1);
    if (!attempt) throw new ChainUnavailableError('the payment has no transaction');
    if (row.settled === 0) await broadcastUpTo(options, row);
    return { txHash: attempt.tx_hash };
  }

  async function startPayment(request: SendRequest, from: Address, fence?: SendFence): Promise<{ txHash: string }> {
    const instrument = instrumentOf(request.instrumentSlug);
    const call = callFor(instrument, request.toAddress, request.amount);
    const known = request.fromIndex === TREASURY_INDEX ? await options.nextPosition() : null;
    // Whether the collection uses the address's next nonce is not certain before it is final.
    if ((await sends.listUnsettled(from)).some(isInBatch)) throw new ChainUnavailableError('the address is being collected');
    const { gas, offer, extraFee } = await plan(from, instrument, call, request);
    const nonce = known ?? (await nextNonceOf(options, from));
    const raw = await wallet.sign(request.fromIndex, { chainId: options.chainId, nonce, gas, ...call, ...offer });
    const send: NewEvmSend = {
      idempotency_key: request.idempotencyKey,
      instrument: instrument.slug,
      from_index: request.fromIndex,
      from_address: from,
      to_address: request.toAddress,
      amount: request.amount,
      nonce,
      settled: 0,
      created_at: options.now(),
    };
    const txHash = keccak256(raw);
    const attempt = {
      idempotency_key: send.idempotency_key,
      tx_hash: txHash,
      raw_transaction: raw,
      max_fee: fromBaseUnits(gas * mostOf(offer) + extraFee, options.native.decimals),
      created_at: send.created_at,
    };
    const stored: { beforeBroadcast?: BeforeBroadcast | undefined } = {};
    const checked = async (transaction: StorageTransaction): Promise<void> => {
      stored.beforeBroadcast = await fence?.(transaction);
    };
    if (!(await sends.insert(send, attempt, checked))) throw new ChainUnavailableError('another process pays from this address');
    await stored.beforeBroadcast?.();
    // Enough nodes show the treasury's payment before it (`nextPosition`).
    if (known === null) await broadcastUpTo(options, send);
    else await broadcast(nodes.each, raw);
    return { txHash };
  }

  /**
   * Returns the gas to allow, at most what the customer paid for: a contract at the address could otherwise make us pay for any
   * computation. Throws ChainRefusedError when the payment takes more or would fail.
   */
  async function gasOf(from: Address, instrument: CatalogueInstrument, call: EvmCall, request: SendRequest): Promise<bigint> {
    const isCharged = request.gasFactor !== undefined && (await runsCode(nodes, instrument, call.to));
    const factor = isCharged ? (request.gasFactor ?? MAX_GAS_FACTOR) : MAX_GAS_FACTOR;
    const limit = gasLimit(await options.usualGas(instrument), factor);
    // All gas that an exact fee pays for must be used, or the rest of the fee stays at the address.
    return await agreedGas(nodes, from, call, { limit, isExact: request.fee !== undefined });
  }

  /** Throws the refusal with its cause, when the token blocks one of the two addresses. A node that can't tell changes nothing. */
  async function explain(
    refusal: unknown,
    from: Address,
    instrument: CatalogueInstrument,
    { toAddress }: SendRequest,
  ): Promise<never> {
    if (!(refusal instanceof ChainRefusedError)) throw refusal;
    const isBlocked = (address: Address) => isBlockedBy(nodes, instrument, address).catch(() => false);
    if (await isBlocked(getAddress(toAddress))) throw new RecipientBlockedError();
    if (await isBlocked(from)) throw new ChainRefusedError(`${instrument.slug} blocks our address ${from}`);
    throw refusal;
  }

  /** Returns gas and fee. Throws ChainRefusedError when the address can't pay them and the amount. */
  async function plan(
    from: Address,
    instrument: CatalogueInstrument,
    call: EvmCall,
    request: SendRequest,
  ): Promise<{ gas: bigint; offer: GasOffer; extraFee: bigint }> {
    const funds = await availableTo(options, from, instrument);
    const isNative = instrument.contractAddress === null;
    const wanted = toBaseUnits(request.amount, instrument.decimals);
    if (funds.instrument < wanted) {
      throw new PayerRefusedError(
        `insufficient funds: ${fromBaseUnits(funds.instrument, instrument.decimals)} ${instrument.slug}`,
      );
    }
    const gas = await gasOf(from, instrument, call, request).catch((error: unknown) => explain(error, from, instrument, request));
    const extraFee = await options.layerOneFee();
    const budget = (isNative ? funds.native - wanted : funds.native) - extraFee;
    const price = await readLeastGasPrice(nodes);
    const offer =
      request.fee === undefined
        ? offerFor(price, gas, budget, options.maxFeePerGasGwei)
        : exactOffer(price, (toBaseUnits(request.fee, options.native.decimals) - extraFee) / gas, options.maxFeePerGasGwei);
    if (!offer || gas * mostOf(offer) > budget) {
      throw new PayerRefusedError(
        `insufficient funds for the fee: ${fromBaseUnits(budget, options.native.decimals)} ${options.native.slug}`,
      );
    }
    return { gas, offer, extraFee };
  }

  return async (request, fence) => {
    if (request.memo !== null) throw new ChainRefusedError('this network has no memo');
    const from = wallet.addressAt(request.fromIndex);
    return options.oneAtATime(from, async () => {
      const earlier = await sends.find(request.idempotencyKey);
      return earlier ? resume(earlier, request) : startPayment(request, from, fence);
    });
  };
}

/**
 * Returns the nonce of the next payment of an address: of the lowest count that a node reports, because a nonce that is too high would
 * delay this payment and all that follow.
 */
export async function nextNonceOf(
  { sends, nodes }: Pick<EvmSenderOptions, 'sends' | 'nodes'>,
  address: Address,
): Promise<number> {
  const { nodes: synced } = await nodes.atHead();
  const counts = await nodes.answers(synced, (node) => node.getTransactionCount({ address, blockTag: 'pending' }));
  return Math.max(await sends.nextNonce(address), Math.min(...counts));
}

function assertSamePayment(row: EvmSendRow, request: SendRequest): void {
  const isSame =
    row.instrument === request.instrumentSlug &&
    row.from_index === request.fromIndex &&
    row.to_address === request.toAddress &&
    compare(row.amount, request.amount) === 0;
  if (!isSame) throw new ChainRefusedError('the idempotency key belongs to another payment');
}
