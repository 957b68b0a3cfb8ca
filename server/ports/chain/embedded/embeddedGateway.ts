import type { AddressIndex } from '../../../common/addressIndex.ts';
import { add, amount as amountOf, roundToDecimal, type Decimal } from '../../../../contract/money.ts';
import type { EmbeddedNetworkRow, EmbeddedTransferTable } from '../../../db/tables/chain.ts';
import { normaliseAddress, splitAddress, validateAddress } from '../../../instruments/addresses/index.ts';
import type { CatalogueInstrument, Network } from '../../../instruments/catalogue.ts';
import { agreedTransfers, contradictionOn, lowest, type SeenTransfer } from '../agreement.ts';
import {
  ChainRefusedError,
  ChainUnavailableError,
  type BeforeBroadcast,
  type ChainGateway,
  type SendFence,
  type SendRequest,
} from '../chainGateway.ts';
import { tokenResidue } from '../evm/residue.ts';
import { isPooled, TREASURY_INDEX, usualDepositsAt } from '../treasury.ts';
import { deriveAddress, depositTarget } from './derivation.ts';
import type { EmbeddedChainQueries, EmbeddedChainStore } from './embeddedChainStore.ts';
import { asNetworkIn, chainMode } from './failureMode.ts';
import { inventedTransfer, isLying, OVERSTATED_BY, secondNode } from './lyingNode.ts';
import { blockMilliseconds, confirmationsAt, shownHeight, timeOf } from './networkClock.ts';
import { networkFeeAt, type UsdPrice } from './networkFee.ts';
import { createEmbeddedRecords } from './embeddedRecords.ts';
import { readNodeStates } from '../nodeStates.ts';
import { embeddedNodes } from './embeddedNodes.ts';
import { hasLeastPayment, leastPaymentTo } from './leastPayment.ts';
import { confirmedBalance, lockOf, pay } from './pay.ts';
import { poolRulesOf, type PoolRules } from './poolRules.ts';
import { createWalletAddresses } from './walletAddresses.ts';

export interface EmbeddedGatewayOptions {
  store: EmbeddedChainStore;
  network: Network;
  /** The network's instruments by slug, including the native one. */
  instruments: ReadonlyMap<string, CatalogueInstrument>;
  seed: string;
  usdPrice: UsdPrice;
  /** How many times faster than the real network. */
  speed: number;
  /** In ms since 1970. */
  now: () => number;
  /** Duration of an answer in mode `slow`, in ms. */
  slowMs: number;
}

/** Creates a gateway of a network whose whole state is in our database (D12). `prepareEmbeddedNetworks` must have run. */
export function createEmbeddedGateway(options: EmbeddedGatewayOptions): ChainGateway {
  const { store, network, instruments, seed, usdPrice, now } = options;
  const native = instrumentOf(instruments, network.nativeInstrument);
  const hasWallet = isPooled(network);
  const depositsAt = usualDepositsAt(network);

  async function clock(): Promise<EmbeddedNetworkRow> {
    const row = await store.findNetwork(network.slug);
    if (!row) throw new ChainUnavailableError(`${network.slug} is not prepared`);
    return row;
  }
  async function respond<Result>(kind: 'read' | 'pay', work: (row: EmbeddedNetworkRow) => Promise<Result>): Promise<Result> {
    const row = await clock();
    return asNetworkIn(chainMode(row.mode), options.slowMs, kind, () => work(row));
  }

  const knowAddress = createWalletAddresses(store, { seed, network });

  /** Pays in one transaction. Returns the transfers of all keys. */
  async function transfer(
    row: EmbeddedNetworkRow,
    requests: readonly Omit<SendRequest, 'fromIndex'>[],
    fromIndex: AddressIndex,
    fence: SendFence | undefined,
  ): Promise<EmbeddedTransferTable[]> {
    const payees = requests.map((request) => {
      const instrument = instrumentOf(instruments, request.instrumentSlug);
      const recipient = validateAddress(network, instrument, request.toAddress);
      if (!recipient.valid) throw new ChainRefusedError(`not an address of ${network.slug}: ${recipient.code ?? 'malformed'}`);
      const destination = splitAddress(network, request.toAddress);
      const { idempotencyKey, amount, memo } = request;
      return { idempotencyKey, instrument, toAddress: destination.address, memo: memo ?? destination.memo, amount };
    });
    const from = depositTarget(seed, network, fromIndex).address;
    const stored: { beforeBroadcast?: BeforeBroadcast | undefined } = {};
    const transfers = await store.lock(lockOf(network), (chains) =>
      pay(
        chains,
        { network, native, clock: row, now },
        {
          payees,
          fromAddress: from,
          isTreasury: from === depositTarget(seed, network, TREASURY_INDEX).address,
          isInexhaustible: false,
          estimatedFee: networkFeeAt(network, native, usdPrice, now(), row.fee_factor),
          exactFee: requests[0]?.fee,
          fence: async (transaction) => (stored.beforeBroadcast = await fence?.(transaction)),
        },
      ),
    );
    // The network is in the same database: here the payment has been broadcast already.
    await stored.beforeBroadcast?.();
    return transfers;
  }

  /** What only pooled networks have. */
  const pooled = (rules: PoolRules): Pick<ChainGateway, 'inputFee' | 'sendMany'> => ({
    inputFee: () =>
      respond('read', async (row) => {
        const fee = networkFeeAt(network, native, usdPrice, now(), row.fee_factor);
        return await Promise.resolve(roundToDecimal(amountOf(fee).times(amountOf(rules.inputShare)), native.decimals, 'up'));
      }),
    sendMany: (requests, fence) =>
      respond('pay', async (row) => {
        const keys = new Set(requests.map(({ idempotencyKey }) => idempotencyKey));
        if (keys.size < requests.length) throw new ChainRefusedError('an idempotency key is repeated');
        await transfer(row, requests, TREASURY_INDEX, fence);
      }),
  });

  const treasury = normaliseAddress(network, depositTarget(seed, network, TREASURY_INDEX).address);
  const addressAt = (index: AddressIndex): string => normaliseAddress(network, deriveAddress(seed, network, index));
  const hashOf = (txHash: string): string => (network.family === 'evm' ? txHash.toLowerCase() : txHash);
  const records = createEmbeddedRecords(store, network, { treasury, addressAt });

  return {
    networkSlug: network.slug,
    finalAfter: Math.max(1, network.minConfirmations),
    depositsAt,
    treasury: () => TREASURY_INDEX,
    blockSeconds: blockMilliseconds(network.blockSeconds, options.speed) / 1_000,

    // Public explorers don't know these hashes. The sandbox page lists the transfers.
    transactionUrl: (txHash) => `/sandbox?transaction=${encodeURIComponent(txHash)}`,

    addressAt: async (index) => {
      if (hasWallet) await knowAddress(index);
      return depositTarget(seed, network, index);
    },

    incoming: ({ watched, cursor, untilConfirmations }) =>
      respond('read', async (row) => {
        const reported = cursor === null ? 0 : Number(cursor);
        const watchedBy = new Map(watched.map((address) => [normaliseAddress(network, address), address]));
        // Under the lock of `pay`: a transfer that is being written has an earlier block, and the cursor would skip it.
        const readAt = async (chains: EmbeddedChainQueries) => ({
          height: shownHeight(row, now()),
          rows: await chains.listTransfersTo(network.slug, [...watchedBy.keys()], reported),
        });
        const { height, rows } = await (watched.length === 0 ? readAt(store) : store.lock(lockOf(network), readAt));
        const final = height - untilConfirmations + 1;
        const seen = rows.map((transfer): SeenTransfer => ({
          txHash: transfer.tx_hash,
          index: transfer.output,
          instrumentSlug: transfer.instrument,
          toAddress: watchedBy.get(transfer.to_address) ?? transfer.to_address,
          memo: transfer.memo,
          amount: transfer.amount,
          ...blockOf(row, transfer, height),
          confirmations: confirmationsAt(transfer.block_height, height),
        }));
        const second = secondNode(chainMode(row.mode), seen, () => inventedTransfer(network, watched, final));
        const { agreed, contradiction } = agreedTransfers([{ transfers: seen }, { transfers: second }], final);
        if (contradiction !== null) throw new ChainUnavailableError(contradiction);
        return {
          transfers: agreed,
          // The result contains everything up to this block with all its confirmations.
          cursor: String(Math.max(reported, final)),
        };
      }),

    locate: (txHash) =>
      respond('read', async (row) => {
        const transfer = await store.findTransfer(network.slug, hashOf(txHash));
        const confirmations = transfer ? confirmationsAt(transfer.block_height, shownHeight(row, now())) : 0;
        if (!transfer || confirmations === 0) return null;
        if (chainMode(row.mode) === 'hide') throw new ChainUnavailableError(contradictionOn(txHash, transfer.block_height));
        return { blockHeight: transfer.block_height, confirmations };
      }),

    records: {
      count: () => respond('read', () => records.count()),
      list: (position) => respond('read', () => records.list(position)),
      adopt: records.adopt,
      acknowledge: records.acknowledge,
      ...(depositsAt === 'ADDRESS' && {
        movedFrom: (index: AddressIndex, txHash: string) => respond('read', () => records.movedFrom(index, hashOf(txHash))),
      }),
    },

    balance: (index, instrumentSlug) =>
      respond('read', async (row): Promise<Decimal> => {
        const instrument = instrumentOf(instruments, instrumentSlug);
        // There a deposit is the treasury's as soon as it has arrived.
        if (depositsAt === 'TREASURY' && index !== TREASURY_INDEX) return '0';
        const address = index === TREASURY_INDEX ? treasury : addressAt(index);
        const key = { network: network.slug, address, instrument: instrument.slug };
        const balance = await confirmedBalance(store, key, shownHeight(row, now()));
        return lowest([balance, chainMode(row.mode) === 'overstate' ? add(balance, OVERSTATED_BY) : balance]);
      }),

    estimateFee: (instrumentSlug) =>
      respond('read', async (row) => {
        instrumentOf(instruments, instrumentSlug);
        return { instrumentSlug: native.slug, amount: networkFeeAt(network, native, usdPrice, now(), row.fee_factor) };
      }),

    residue: (slug) =>
      network.family === 'evm' && slug !== native.slug ? tokenResidue(instrumentOf(instruments, slug).decimals) : '0',

    ...(hasLeastPayment(network) && {
      leastPayment: (instrumentSlug: string, toAddress: string | null) =>
        leastPaymentTo({ network, native }, instrumentSlug, toAddress, (address) =>
          respond('read', () => store.isHolder(network.slug, address)),
        ),
    }),

    send: (request, fence) =>
      respond('pay', async (row) => {
        const [sent] = await transfer(row, [request], request.fromIndex, fence);
        if (!sent) throw new Error(`nothing was sent for ${request.idempotencyKey}`);
        return { txHash: sent.tx_hash };
      }),

    ...(hasWallet && pooled(poolRulesOf(network))),

    sendState: (idempotencyKey) =>
      respond('read', async (row) => {
        const transfer = await store.findTransferByKey(network.slug, idempotencyKey);
        if (!transfer) return { state: 'unknown' };
        const confirmations = confirmationsAt(transfer.block_height, shownHeight(row, now()));
        if (confirmations === 0) return { state: 'pending', txHash: transfer.tx_hash };
        const feePaid = { instrumentSlug: native.slug, amount: transfer.fee };
        return { state: 'confirmed', txHash: transfer.tx_hash, confirmations, feePaid };
      }),

    probe: () =>
      respond('read', async (row) => {
        if (isLying(chainMode(row.mode))) throw new ChainUnavailableError('the nodes contradict each other');
        return { height: shownHeight(row, now()) };
      }),
    nodes: async () =>
      await readNodeStates({
        nodes: embeddedNodes(await clock(), now()),
        finalAfter: Math.max(1, network.minConfirmations),
        now,
        describe: (error) => (error instanceof Error ? error.message : 'unknown failure'),
      }),
  };
}

/** Returns the block of a transfer. A block mined on demand has a later nominal time; no block is older than its transfers. */
function blockOf(
  clock: EmbeddedNetworkRow,
  { block_height, created_at }: EmbeddedTransferTable,
  height: number,
): Pick<SeenTransfer, 'blockHeight' | 'blockTime'> {
  if (block_height > height) return { blockHeight: null, blockTime: null };
  return { blockHeight: block_height, blockTime: Math.max(created_at, timeOf(clock, block_height)) };
}

function instrumentOf(instruments: ReadonlyMap<string, CatalogueInstrument>, slug: string): CatalogueInstrument {
  const instrument = instruments.get(slug);
  if (!instrument) throw new ChainRefusedError(`${slug} is not on this network`);
  return instrument;
}
