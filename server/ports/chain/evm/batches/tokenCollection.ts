import {
  BaseError,
  HttpRequestError,
  keccak256,
  TimeoutError,
  type Address,
  type PublicClient,
  type SignedAuthorization,
} from 'viem';
import { fromBaseUnits, toBaseUnits } from '../../../../../contract/money.ts';
import type { OneAtATime } from '../../../../common/oneAtATime.ts';
import type { NewEvmSend } from '../../../../db/tables/chain.ts';
import type { CatalogueInstrument } from '../../../../instruments/catalogue.ts';
import {
  ChainRefusedError,
  ChainUnavailableError,
  PayerRefusedError,
  type BeforeBroadcast,
  type CollectRequest,
  type SendFence,
  type StorageTransaction,
  type TokenCollection,
} from '../../chainGateway.ts';
import { TREASURY_INDEX } from '../../treasury.ts';
import { broadcast, broadcastUpTo } from '../broadcast.ts';
import { contractOf } from '../evmCalls.ts';
import { expectedPrice, limitInWei, mostOf, offerFor, readLeastGasPrice, type GasOffer } from '../evmFees.ts';
import { availableTo } from '../evmFunds.ts';
import { askNode, type EvmNodes } from '../evmNode.ts';
import type { EvmSendStore } from '../evmSendStore.ts';
import { nextNonceOf } from '../evmSender.ts';
import type { EvmWallet } from '../evmWallet.ts';
import { storedHex } from '../storedHex.ts';
import { collectorOf, DEPLOYER, encodeCollectAll, MOST_GAS_OF_ITEM, type CollectedItem } from './collector.ts';

export interface TokenCollectionOptions {
  chainId: number;
  sends: EvmSendStore;
  nodes: EvmNodes;
  wallet: EvmWallet;
  native: CatalogueInstrument;
  instrumentOf: (slug: string) => CatalogueInstrument;
  maxFeePerGasGwei: number;
  /** Layer 1 fee of a rollup for one transfer, in wei. */
  layerOneFee: () => Promise<bigint>;
  /** Returns the nonce of the treasury's next payment. Throws BooksBehindError. */
  nextPosition: () => Promise<number>;
  /** Serialises the payments of an address. */
  oneAtATime: OneAtATime;
  now: () => number;
}

type DynamicOffer = Extract<GasOffer, { type: 'eip1559' }>;
type Tokens = Omit<CollectRequest, 'idempotencyKey'>;

/** A transaction that collects, as it is estimated and signed. */
interface Batch {
  items: readonly CollectedItem[];
  authorizations: readonly SignedAuthorization[];
}

/**
 * Returns the collection of an EVM network. One transaction of the treasury makes each deposit address delegate to the collector
 * (EIP-7702) and transfers its tokens. It is stored like every other payment. Each item has a row of its own too, with the nonce that its
 * authorisation uses: the database refuses another send with that nonce.
 */
export function createTokenCollection(options: TokenCollectionOptions): TokenCollection {
  const { chainId, sends, nodes, wallet, native, instrumentOf } = options;
  const treasury = wallet.addressAt(TREASURY_INDEX);
  const collector = collectorOf(treasury);

  async function isReady(): Promise<boolean> {
    const { nodes: synced } = await nodes.atHead();
    const codes = await nodes.answers(synced, (node) => node.getCode({ address: collector.address }));
    return codes.every((code) => code?.toLowerCase() === collector.code);
  }

  function itemOf({ fromIndex, instrumentSlug, amount }: Tokens): CollectedItem {
    const instrument = instrumentOf(instrumentSlug);
    const token = contractOf(instrument);
    if (token === null) throw new ChainRefusedError('only tokens are collected');
    return { deposit: wallet.addressAt(fromIndex), token, amount: toBaseUnits(amount, instrument.decimals) };
  }

  /** Signs an authorisation for exactly this chain and the next nonce of the address. */
  async function authorize({ fromIndex }: Tokens): Promise<SignedAuthorization> {
    const nonce = await nextNonceOf(options, wallet.addressAt(fromIndex));
    return await wallet.authorize(fromIndex, { address: collector.address, chainId, nonce });
  }

  async function batchOf(requests: readonly Tokens[]): Promise<Batch> {
    return { items: requests.map(itemOf), authorizations: await Promise.all(requests.map(authorize)) };
  }

  /** Returns the gas that the batch takes; null where a node refuses it, such as one that does not know EIP-7702. */
  async function gasOf(batch: Batch): Promise<bigint | null> {
    const { nodes: synced } = await nodes.atHead();
    const answers = await nodes.answers(synced, (node) => gasOn(node, batch));
    return answers.reduce((most, one) => (most === null || one === null ? null : one > most ? one : most));
  }

  async function gasOn(node: PublicClient, { items, authorizations }: Batch): Promise<bigint | null> {
    const call = { account: treasury, to: collector.address, data: encodeCollectAll(items) };
    try {
      return await node.estimateGas({ ...call, authorizationList: [...authorizations] });
    } catch (error) {
      if (isUnanswered(error)) throw error;
      return null;
    }
  }

  /** Returns the requests that can be collected now: of an address that has the coins and no send that is not settled. */
  async function listCollectable(requests: readonly CollectRequest[]): Promise<CollectRequest[]> {
    const seen = new Set<Address>();
    const collectable: CollectRequest[] = [];
    for (const request of requests) {
      const { deposit, amount } = itemOf(request);
      if (seen.has(deposit) || (await sends.listUnsettled(deposit)).length > 0) continue;
      const funds = await availableTo(options, deposit, instrumentOf(request.instrumentSlug));
      if (funds.instrument < amount) continue;
      seen.add(deposit);
      collectable.push(request);
    }
    return collectable;
  }

  /** Throws ChainRefusedError when the treasury can't pay the fee, or the network's price exceeds the limit. */
  async function offerOf(gas: bigint, items: number): Promise<{ offer: DynamicOffer; maxFee: bigint }> {
    const extraFee = (await options.layerOneFee()) * BigInt(items);
    const budget = (await availableTo(options, treasury, native)).native - extraFee;
    const offer = offerFor(await readLeastGasPrice(nodes), gas, budget, options.maxFeePerGasGwei);
    if (offer?.type !== 'eip1559') throw new PayerRefusedError('the treasury can not pay the fee of a collection');
    return { offer, maxFee: gas * mostOf(offer) + extraFee };
  }

  async function start(requests: readonly CollectRequest[], fence?: SendFence): Promise<string> {
    if (!(await isReady())) throw new ChainRefusedError('the collector on the network is not the one of this host');
    const nonce = await options.nextPosition();
    const batch = await batchOf(requests);
    const used = await gasOf(batch);
    if (used === null) throw new ChainRefusedError('a node refuses the collection');
    const gas = gasToAllow(used);
    const { offer, maxFee } = await offerOf(gas, requests.length);
    const raw = await wallet.sign(TREASURY_INDEX, {
      ...offer,
      type: 'eip7702',
      chainId,
      nonce,
      gas,
      to: collector.address,
      data: encodeCollectAll(batch.items),
      authorizationList: [...batch.authorizations],
    });
    const key = `COLLECTION:${requests[0]?.idempotencyKey ?? ''}`;
    const created_at = options.now();
    const own = {
      idempotency_key: key,
      instrument: native.slug,
      from_index: TREASURY_INDEX,
      from_address: treasury,
      amount: '0',
    };
    const shared = { settled: 0, created_at, batch_key: key };
    const rows: NewEvmSend[] = requests.map((request, position) => ({
      ...shared,
      idempotency_key: request.idempotencyKey,
      instrument: request.instrumentSlug,
      from_index: request.fromIndex,
      from_address: wallet.addressAt(request.fromIndex),
      to_address: treasury,
      amount: request.amount,
      nonce: batch.authorizations[position]?.nonce ?? 0,
    }));
    const txHash = keccak256(raw);
    const attempt = {
      idempotency_key: key,
      tx_hash: txHash,
      raw_transaction: raw,
      max_fee: fromBaseUnits(maxFee, native.decimals),
      created_at,
    };
    const stored: { beforeBroadcast?: BeforeBroadcast | undefined } = {};
    const checked = async (transaction: StorageTransaction): Promise<void> => {
      stored.beforeBroadcast = await fence?.(transaction);
    };
    const send = { ...shared, ...own, to_address: collector.address, nonce };
    if (!(await sends.insertBatch(send, rows, attempt, checked))) {
      throw new ChainUnavailableError('another process pays from one of these addresses');
    }
    await stored.beforeBroadcast?.();
    await broadcastUpTo(options, send);
    return txHash;
  }

  /** Returns the transactions of requests that are stored, by key. They are broadcast again. */
  async function resume(requests: readonly CollectRequest[]): Promise<Map<string, string>> {
    const sent = new Map<string, string>();
    for (const { idempotencyKey } of requests) {
      const row = await sends.find(idempotencyKey);
      const attempt = row && (await sends.listAttempts(row.batch_key ?? idempotencyKey)).at(-1);
      if (!attempt) continue;
      const isFirst = ![...sent.values()].includes(attempt.tx_hash);
      if (row.settled === 0 && isFirst) await broadcast(nodes.each, storedHex(attempt.raw_transaction));
      sent.set(idempotencyKey, attempt.tx_hash);
    }
    return sent;
  }

  return {
    isReady: () => askNode(isReady),
    deployment: { to: DEPLOYER, data: collector.deployment, address: collector.address },
    estimate: (requests) =>
      askNode(async () => {
        if (!(await isReady())) return null;
        const gas = await gasOf(await batchOf(requests));
        const price = await readLeastGasPrice(nodes);
        if (gas === null || price.kind === 'legacy') return null;
        const [expected, limit] = [expectedPrice(price), limitInWei(options.maxFeePerGasGwei)];
        const wei = gas * (expected < limit ? expected : limit) + (await options.layerOneFee()) * BigInt(requests.length);
        return fromBaseUnits(wei, native.decimals);
      }),
    send: (requests, fence) =>
      askNode(() =>
        options.oneAtATime(treasury, async () => {
          const sent = await resume(requests);
          const fresh = await listCollectable(requests.filter(({ idempotencyKey }) => !sent.has(idempotencyKey)));
          if (fresh.length === 0) return sent;
          const txHash = await start(fresh, fence);
          for (const { idempotencyKey } of fresh) sent.set(idempotencyKey, txHash);
          return sent;
        }),
      ),
  };
}

function isUnanswered(error: unknown): boolean {
  if (!(error instanceof BaseError)) return true;
  return error.walk((cause) => cause instanceof HttpRequestError || cause instanceof TimeoutError) !== null;
}

/**
 * Returns the gas to allow for a batch. A node's estimate may be too low: it counts what the network refunds, at most a fifth, and an item
 * that lacks gas fails without failing the transaction. The last item must still get all that the contract gives it (EIP-150 keeps a
 * 64th back). What is not used is not paid.
 */
function gasToAllow(used: bigint): bigint {
  return (used * 3n) / 2n + (MOST_GAS_OF_ITEM * 64n) / 63n;
}
