import { requireComplete, TREASURY_INDEX } from '../treasury.ts';
import { getAddress, type Address } from 'viem';
import { fromBaseUnits, type Decimal } from '../../../../contract/money.ts';
import { createOneAtATime } from '../../../common/oneAtATime.ts';
import { repeat } from '../../../common/repeat.ts';
import type { Catalogue, CatalogueInstrument, Network } from '../../../instruments/catalogue.ts';
import { contradictionAt, lowest } from '../agreement.ts';
import { createDepositScan } from '../depositScan.ts';
import { ChainRefusedError, ChainUnavailableError, FEE_ABOVE_LIMIT, type ChainGateway } from '../chainGateway.ts';
import { createGasFactor } from './agreedGas.ts';
import { createRequireShown } from './broadcast.ts';
import { isBlockedBy, isDepositBlockedBy } from './blocklist.ts';
import { createTokenCollection } from './batches/tokenCollection.ts';
import type { EvmSendStore } from './evmSendStore.ts';
import { contractOf } from './evmCalls.ts';
import { balanceOf } from './evmFunds.ts';
import { createAgreementKeeper } from '../agreementKeeper.ts';
import { readNodeStates } from '../nodeStates.ts';
import { askNode, createEvmNodes, describeFailure } from './evmNode.ts';
import { createFeeEstimates } from './feeEstimates.ts';
import { feeLimitGwei } from './feeLimits.ts';
import { createEvmSender } from './evmSender.ts';
import { createGasEstimates } from './gasEstimates.ts';
import type { EvmWallet } from './evmWallet.ts';
import { createIncoming } from './incomingTransfers.ts';
import { blockOfInternalTransfer } from './internalTransfers.ts';
import { createLayerOneFee } from './layerOneFee.ts';
import { locateTransaction } from './locateTransaction.ts';
import { tokenResidue } from './residue.ts';
import { createSendStates } from './sendStates.ts';
import { createTreasuryRecords } from './treasuryRecords.ts';
import { createMonitorSends } from './monitorSends.ts';

export interface EvmConfiguration {
  /** A network of the catalogue. */
  networkSlug: string;
  /** Must match the catalogue when set: a guard against the nodes of another network. */
  chainId?: number | undefined;
  /** In order of preference. May contain access keys: never logged. */
  rpcUrls: readonly string[];
  /** How many nodes must agree. Default: two, or one when there is one node. */
  agreeingNodes?: number | undefined;
  /** Highest price per gas that the host pays. Above it, payments wait. Default: `feeLimits.ts`. */
  maxFeePerGasGwei?: number | undefined;
  /** Confirmations that make a payment of ours final. Default: the catalogue's minConfirmations. */
  finalAfter?: number | undefined;
  /** Whether tokens are collected in batches, where the contract for that is on the network. Default: no. */
  collection?: boolean | undefined;
  /** Maximum age of the newest block before the node counts as broken; null: unlimited (a development node mines on demand). */
  staleAfterSeconds?: number | null | undefined;
}

export interface EvmGatewayOptions {
  configuration: EvmConfiguration;
  catalogue: Catalogue;
  wallet: EvmWallet;
  /** The storage of this network's payments. */
  sends: EvmSendStore;
  now?: () => number;
  /** Receives errors of the background monitoring. It is retried. */
  onError?: (error: unknown) => void;
}

export interface EvmGateway extends ChainGateway {
  /** Monitors all payments once: rebroadcasts, bumps fees, settles final ones. `start()` repeats it. */
  monitor(): Promise<void>;
  start(): () => Promise<void>;
}

const MIN_STALE_SECONDS = 600;
const MIN_MONITOR_PAUSE_MS = 2_000;

/** Creates the gateway of an EVM network. Throws an Error when the configuration does not match the catalogue. */
export function createEvmGateway(options: EvmGatewayOptions): EvmGateway {
  const { configuration, catalogue, wallet, sends, now = Date.now } = options;
  const { network, chainId, native, instruments } = networkOf(catalogue, configuration.networkSlug);
  if (configuration.chainId !== undefined && configuration.chainId !== chainId) {
    throw new Error(`${network.slug} is chain ${chainId}, not ${configuration.chainId} as configured.`);
  }
  const { rpcUrls, agreeingNodes: agreeing = Math.min(2, rpcUrls.length) } = configuration;
  if (agreeing > rpcUrls.length)
    throw new Error(`${network.slug}: agreeingNodes is ${agreeing}, but rpcUrls lists ${rpcUrls.length}.`);
  const { staleAfterSeconds = Math.max(MIN_STALE_SECONDS, network.blockSeconds * 20) } = configuration;
  const { maxFeePerGasGwei = feeLimitGwei(network.slug) } = configuration;
  const nodes = createEvmNodes({ rpcUrls, chainId, agreeing });
  const { any: node } = nodes;
  const finalAfter = configuration.finalAfter ?? Math.max(1, network.minConfirmations);
  const tokens = tokensByContract(instruments);
  const agreement = createAgreementKeeper(now);
  const findOnAny = createIncoming({ node, native, tokens });
  const finders = new Map(nodes.each.map((one) => [one, createIncoming({ node: one, native, tokens })]));
  const treasury = wallet.addressAt(TREASURY_INDEX);
  const gasFor = createGasEstimates({ node, treasury, now });
  const sendState = createSendStates({ sends, nodes, native, instruments, finalAfter, maxFeePerGasGwei, now });
  const layerOneFee = createLayerOneFee(node);
  const shared = { chainId, sends, nodes, wallet, native, maxFeePerGasGwei, layerOneFee, now };
  const estimateFee = createFeeEstimates({ nodes, wallet, maxFeePerGasGwei, now });
  const records = createTreasuryRecords({ nodes, sends, wallet, treasury, native, tokens, finalAfter, now });
  const requireShown = createRequireShown({ nodes, sends, treasury, agreeing });
  const nextPosition = async () => {
    const position = requireComplete(await records.count());
    await requireShown(position - 1);
    return position;
  };
  const paying = { ...shared, instrumentOf, nextPosition, oneAtATime: createOneAtATime() };
  const send = createEvmSender({ ...paying, usualGas: gasFor });
  const gasFactor = createGasFactor({ nodes, treasury, instrumentOf, usualGas: gasFor });
  const monitorSends = createMonitorSends({ ...shared, finalAfter, sendState });
  const monitor = () => askNode(monitorSends);

  function instrumentOf(slug: string): CatalogueInstrument {
    const instrument = instruments.get(slug);
    if (!instrument) throw new ChainRefusedError(`${slug} is not on ${network.slug}`);
    return instrument;
  }
  const incoming = createDepositScan({
    nodes,
    finderOf: (one, isPast) => (isPast ? createIncoming({ node: one, native, tokens }) : (finders.get(one) ?? findOnAny)),
    ask: askNode,
    agreement,
    now,
  });

  return {
    networkSlug: network.slug,
    finalAfter,
    depositsAt: 'ADDRESS',
    treasury: () => TREASURY_INDEX,
    blockSeconds: network.blockSeconds,
    transactionUrl: (txHash) => {
      const block = blockOfInternalTransfer(txHash);
      const page = block === undefined ? network.transactionExplorer : network.transactionExplorer?.replace('/tx/', '/block/');
      return page?.replace('{}', block ?? txHash) ?? null;
    },
    addressAt: (index) => Promise.resolve({ address: wallet.addressAt(index), memo: null }),
    incoming,
    locate: (txHash) => askNode(() => locateTransaction(nodes, txHash)),
    records: {
      count: () => askNode(records.count),
      list: (position) => askNode(() => records.list(position)),
      acknowledge: records.acknowledge,
      adopt: (...payment) => askNode(() => records.adopt(...payment)),
      movedFrom: (index, txHash) => askNode(() => records.movedFrom(index, txHash)),
    },
    balance: (index, slug) =>
      askNode(async (): Promise<Decimal> => {
        const instrument = instrumentOf(slug);
        const { nodes: synced } = await nodes.atHead();
        const balances = await nodes.answers(synced, (one) => balanceOf(one, wallet.addressAt(index), instrument));
        return lowest(balances.map((units) => fromBaseUnits(units, instrument.decimals)));
      }),
    estimateFee: (slug, transfer) =>
      askNode(async () => {
        const { wei, isAboveLimit } = await estimateFee(instrumentOf(slug), transfer);
        const fee = { instrumentSlug: native.slug, amount: fromBaseUnits(wei, native.decimals) };
        return isAboveLimit ? { ...fee, delay: FEE_ABOVE_LIMIT } : fee;
      }),
    residue: (slug) => (slug === native.slug ? '0' : tokenResidue(instrumentOf(slug).decimals)),
    ...(configuration.collection === true && { collection: createTokenCollection(paying) }),
    send: (request, fence) => askNode(() => send(request, fence)),
    sendState: (key) => askNode(() => sendState(key)),
    gasFactor: (slug, toAddress, amount) => askNode(() => gasFactor(slug, toAddress, amount)),
    isBlocked: (slug, address) => askNode(() => isBlockedBy(nodes, instrumentOf(slug), getAddress(address))),
    isDepositBlocked: ({ instrumentSlug, ...deposit }) =>
      askNode(() => isDepositBlockedBy(nodes, instrumentOf(instrumentSlug), deposit)),
    probe: () =>
      askNode(async () => {
        agreement.check();
        const { head, nodes: synced } = await nodes.atHead();
        const settled = Math.max(0, head - finalAfter);
        const views = await nodes.answers(synced, async (one) => ({
          settledHash: (await one.getBlock({ blockNumber: BigInt(settled) })).hash,
          newestAt: Number((await one.getBlock({ blockNumber: BigInt(head) })).timestamp),
        }));
        // This block is deep enough to be the same on every node.
        if (new Set(views.map(({ settledHash }) => settledHash)).size > 1) {
          throw new ChainUnavailableError(contradictionAt(settled));
        }
        const ageSeconds = Math.floor(now() / 1_000) - Math.min(...views.map(({ newestAt }) => newestAt));
        if (staleAfterSeconds !== null && ageSeconds > staleAfterSeconds) {
          throw new ChainUnavailableError(`the newest block is ${ageSeconds} s old`);
        }
        return { height: head };
      }),
    nodes: () => readNodeStates({ nodes: nodes.asked, finalAfter, now, describe: describeFailure }),
    monitor,
    start: () =>
      repeat(monitor, {
        pauseMs: Math.max(MIN_MONITOR_PAUSE_MS, network.blockSeconds * 1_000),
        onError: options.onError ?? (() => undefined),
      }),
  };
}

function networkOf(catalogue: Catalogue, slug: string) {
  const network = catalogue.networks.get(slug);
  if (network?.family !== 'evm' || network.chainId === null) throw new Error(`"${slug}" is not an EVM network of the catalogue.`);
  const listed = [...catalogue.instruments.values()].filter((instrument) => instrument.network === slug);
  const instruments = new Map(listed.map((instrument) => [instrument.slug, instrument]));
  const native = instruments.get(network.nativeInstrument);
  if (!native) throw new Error(`The catalogue lacks ${network.nativeInstrument}, the native instrument of ${slug}.`);
  return { network, chainId: network.chainId, native, instruments } satisfies { network: Network } & Record<string, unknown>;
}

function tokensByContract(instruments: ReadonlyMap<string, CatalogueInstrument>): ReadonlyMap<Address, CatalogueInstrument> {
  const tokens = new Map<Address, CatalogueInstrument>();
  for (const instrument of instruments.values()) {
    const contract = contractOf(instrument);
    if (contract !== null) tokens.set(getAddress(contract), instrument);
  }
  return tokens;
}
