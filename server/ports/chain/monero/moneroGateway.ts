import { fromBaseUnits, toBaseUnits, type Decimal } from '../../../../contract/money.ts';
import { repeat } from '../../../common/repeat.ts';
import type { Catalogue } from '../../../instruments/catalogue.ts';
import { createAgreementKeeper, type AgreementKeeper } from '../agreementKeeper.ts';
import { ChainRefusedError, ChainUnavailableError, FEE_ABOVE_LIMIT, type ChainGateway } from '../chainGateway.ts';
import { askRpcNode, describeRpcFailure } from '../nodeAnswers.ts';
import { ContradictionError, requireChain } from '../nodeErrors.ts';
import { readNodeStates } from '../nodeStates.ts';
import { TREASURY_INDEX } from '../treasury.ts';
import { createIncoming } from './incomingTransfers.ts';
import type { MoneroKeys } from './moneroKeys.ts';
import type { MoneroNetworkSettings } from './moneroNetworkSettings.ts';
import { createMoneroNodes } from './moneroNodes.ts';
import { createMoneroSender } from './moneroSender.ts';
import type { MoneroStore } from './moneroStore.ts';
import { createMonitorSends } from './monitorSends.ts';
import { createSendStates, heightsOf } from './sendStates.ts';
import { createHeldUnits } from './treasuryCoins.ts';
import { createTreasuryRecords } from './treasuryRecords.ts';
import { createWatchedAddresses } from './watchedAddresses.ts';

export interface MoneroGatewayOptions {
  configuration: MoneroNetworkSettings;
  catalogue: Catalogue;
  /** Of the configured chain */
  keys: MoneroKeys;
  store: MoneroStore;
  now?: () => number;
  /** Receives errors of the background monitoring. It is retried. */
  onError?: (error: unknown) => void;
  /** Receives what an operator must know of a deposit that is not counted. */
  onUncounted?: (message: string) => void;
}

export interface MoneroGateway extends ChainGateway {
  /** Throws a WrongChainError when a node serves another chain than the configured one. Nodes that don't answer are left out. */
  prepare(): Promise<void>;
  /** Monitors all payments once, and watches more addresses. `start()` repeats it. */
  monitor(): Promise<void>;
  start(): () => Promise<void>;
  inputFee(): Promise<Decimal>;
}

type IncomingRequest = Parameters<ChainGateway['incoming']>[0];

const MONITOR_PAUSE_MS = 20_000;
/** A usual network finds twenty blocks in this time, so that none is rare. */
const STALE_BLOCKS = 20;
/** Every output unlocks after as many blocks. */
const FINAL_AFTER = 10;
/** The weight of a payment of one coin with four outputs, or of two coins with two outputs */
const USUAL_WEIGHT = 2_300n;
const HIGHEST_FEE_XMR = '0.02';
const TX_HASH = /^[0-9a-f]{64}$/i;

/** Creates the gateway of Monero. Throws an Error when the configuration does not match the catalogue. */
export function createMoneroGateway(options: MoneroGatewayOptions): MoneroGateway {
  const { configuration, catalogue, keys, store, now = Date.now } = options;
  const { network, native } = networkOf(catalogue, configuration.networkSlug);
  const { chain = 'main', agreeingNodes: agreeing = 2, maxFeeXmr = HIGHEST_FEE_XMR, firstBlock } = configuration;
  // A private chain has blocks when its developer mines them.
  const staleAfterSeconds = chain === 'main' ? network.blockSeconds * STALE_BLOCKS : null;
  const finalAfter = configuration.finalAfter ?? FINAL_AFTER;
  const { decimals } = native;
  const highestFee = toBaseUnits(maxFeeXmr, decimals);
  const nodes = createMoneroNodes({ addresses: configuration.rpcUrls, chain, keys, store, agreeing, firstBlock });
  const addresses = createWatchedAddresses(nodes, store, keys);
  const incoming = createIncoming({
    store,
    nodes,
    native,
    finalAfter,
    now,
    onUncounted: options.onUncounted ?? (() => undefined),
  });
  const heldUnits = createHeldUnits(nodes);
  const records = createTreasuryRecords({ store, nodes, native, finalAfter, now });
  const sendState = createSendStates({ store, nodes, nativeSlug: native.slug, finalAfter });
  const monitorSends = createMonitorSends({ store, nodes, finalAfter });
  const agreement = createAgreementKeeper(now);
  const pay = createMoneroSender({
    store,
    nodes,
    native,
    treasury: keys.addressAt(TREASURY_INDEX),
    highestFee,
    usualFee,
    count: records.count,
    now,
  });

  /** Returns the fee of a usual payment, in base units: the highest that a node asks for. */
  async function usualFee(): Promise<bigint> {
    const { nodes: synced } = await nodes.atHead();
    const prices = await nodes.answers(synced, async ({ daemon }) => await daemon.feePerByte());
    return prices.reduce((most, price) => (price > most ? price : most), 0n) * USUAL_WEIGHT;
  }
  function requireNative(slug: string): void {
    if (slug !== native.slug) throw new ChainRefusedError(`${slug} is not on ${network.slug}`);
  }
  /** A customer can trigger a read of an old block (`through`). It must neither close the network nor hide that the regular scan fails. */
  function agreementOn({ through }: IncomingRequest): AgreementKeeper {
    return through === undefined ? agreement : createAgreementKeeper(now);
  }
  async function scan(input: IncomingRequest): ReturnType<ChainGateway['incoming']> {
    try {
      const answer = await incoming(input);
      agreementOn(input).reached();
      return answer;
    } catch (error) {
      throw error instanceof ContradictionError ? agreementOn(input).contradicted(error.message) : error;
    }
  }
  async function locate(txHash: string): ReturnType<ChainGateway['locate']> {
    if (!TX_HASH.test(txHash)) return null;
    const view = await nodes.advance();
    const [height = null, ...others] = await heightsOf(nodes, view, txHash.toLowerCase());
    if (others.some((other) => other !== height)) throw new ChainUnavailableError(`the nodes disagree on ${txHash}`);
    return height === null || height > view.height ? null : { blockHeight: height, confirmations: view.height - height + 1 };
  }
  async function probe(): Promise<{ height: number }> {
    agreement.check();
    const { height, nodes: synced } = await nodes.advance();
    const newest = await synced[0]?.daemon.blockAt(height);
    const ageSeconds = newest ? Math.floor((now() - newest.time) / 1_000) : 0;
    if (staleAfterSeconds !== null && ageSeconds > staleAfterSeconds) {
      throw new ChainUnavailableError(`the newest block is ${ageSeconds} s old`);
    }
    return { height };
  }
  const monitor = async (): Promise<void> =>
    await askRpcNode(async () => {
      await monitorSends();
      await addresses.extend();
    });

  return {
    networkSlug: network.slug,
    finalAfter,
    depositsAt: 'TREASURY',
    treasury: () => TREASURY_INDEX,
    blockSeconds: network.blockSeconds,
    transactionUrl: (txHash) => (chain === 'main' ? (network.transactionExplorer?.replace('{}', txHash) ?? null) : null),
    addressAt: async (index) => ({ address: await askRpcNode(() => addresses.addressAt(index)), memo: null }),
    incoming: (input) => askRpcNode(() => scan(input)).catch(agreementOn(input).failed),
    locate: (txHash) => askRpcNode(() => locate(txHash)),
    records: {
      count: () => askRpcNode(records.count),
      list: (position) => askRpcNode(() => records.list(position)),
      acknowledge: records.acknowledge,
      adopt: (...payment) => askRpcNode(() => records.adopt(...payment)),
    },
    balance: async (index, slug) => {
      requireNative(slug);
      if (index !== TREASURY_INDEX) return '0';
      return fromBaseUnits(await askRpcNode(async () => await heldUnits(await nodes.advance())), decimals);
    },
    estimateFee: (slug) =>
      askRpcNode(async () => {
        requireNative(slug);
        const fee = await usualFee();
        const isAboveLimit = fee > highestFee;
        const amount = fromBaseUnits(isAboveLimit ? highestFee : fee, decimals);
        return { instrumentSlug: native.slug, amount, ...(isAboveLimit && { delay: FEE_ABOVE_LIMIT }) };
      }),
    // The proof of a usual payment has room for a second coin.
    inputFee: () => Promise.resolve('0'),
    residue: () => '0',
    send: ({ fromIndex, fee, gasFactor: _gas, ...payment }, fence) =>
      askRpcNode(async () => {
        if (fromIndex !== TREASURY_INDEX) throw new ChainRefusedError('deposits of this network are spent by the treasury');
        if (fee !== undefined) throw new ChainRefusedError('payments of this network have no exact fee');
        const [txHash = ''] = await pay([payment], fence);
        return { txHash };
      }),
    sendMany: (payments, fence) => askRpcNode(async () => void (await pay(payments, fence))),
    sendState: (key) => askRpcNode(() => sendState(key)),
    probe: () => askRpcNode(probe),
    nodes: () => readNodeStates({ nodes: nodes.asked, finalAfter, now, describe: describeRpcFailure }),
    prepare: () => requireChain({ each: nodes.asked }),
    monitor,
    start: () => repeat(monitor, { pauseMs: MONITOR_PAUSE_MS, onError: options.onError ?? (() => undefined) }),
  };
}

function networkOf(catalogue: Catalogue, slug: string) {
  const network = catalogue.networks.get(slug);
  const native = network && catalogue.instruments.get(network.nativeInstrument);
  if (!network || network.family !== 'monero' || !native) throw new Error(`"${slug}" is not Monero.`);
  return { network, native };
}
