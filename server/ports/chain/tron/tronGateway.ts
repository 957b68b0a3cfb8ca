import { fromBaseUnits } from '../../../../contract/money.ts';
import { repeat } from '../../../common/repeat.ts';
import type { Catalogue, CatalogueInstrument } from '../../../instruments/catalogue.ts';
import { contradictionOn } from '../agreement.ts';
import { createAgreementKeeper, type AgreementKeeper } from '../agreementKeeper.ts';
import { ChainRefusedError, ChainUnavailableError, type ChainGateway, type TransactionPlace } from '../chainGateway.ts';
import { createDepositScan } from '../depositScan.ts';
import { requireChain } from '../nodeErrors.ts';
import { readNodeStates } from '../nodeStates.ts';
import { TREASURY_INDEX } from '../treasury.ts';
import { createBlocklist } from './blocklist.ts';
import { createFindDeposits } from './incomingTransfers.ts';
import { createMonitorSends } from './monitorSends.ts';
import { createSendStates } from './sendStates.ts';
import { createTreasuryRecords, TRANSACTION_HASH } from './treasuryRecords.ts';
import { contractOf } from './tronCalls.ts';
import { createTronFees } from './tronFees.ts';
import { solidBalance } from './tronFunds.ts';
import type { TronChain, TronNetworkSettings } from './tronNetworkSettings.ts';
import { confirmationsOf, createTronNodes, describeFailure } from './tronNodes.ts';
import { createTronSender } from './tronSender.ts';
import type { TronStore } from './tronStore.ts';
import type { TronWallet } from './tronWallet.ts';

export interface TronGatewayOptions {
  configuration: TronNetworkSettings;
  catalogue: Catalogue;
  /** Of the configured chain */
  wallet: TronWallet;
  store: TronStore;
  now?: () => number;
  /** Receives errors of the background monitoring. It is retried. */
  onError?: (error: unknown) => void;
}

export interface TronGateway extends ChainGateway {
  /** Throws a WrongChainError when a node serves another chain than the configured one. Nodes that don't answer are left out. */
  prepare(): Promise<void>;
  /** Monitors all payments once, and reads what left the treasury. `start()` repeats it. */
  monitor(): Promise<void>;
  start(): () => Promise<void>;
}

/** The id of each chain's first block */
export const GENESIS: Readonly<Record<TronChain, string>> = {
  main: '00000000000000001ebf88508a03865c71d452e25f4d51194196a1d22b6653dc',
  nile: '0000000000000000d698d4192c56cb6be724a558448e2684802de4d6cd8690dc',
};
/** What a payment may burn. In 2024, at the highest price of energy so far, a token's transfer to a new holder took 28 TRX. */
const DEFAULT_MAX_FEE_TRX = 60;
/** The newest solid block is usually a minute old. */
const STALE_MS = 300_000;
const MIN_MONITOR_PAUSE_MS = 2_000;

/** Creates the gateway of TRON. Throws an Error when the configuration does not match the catalogue. */
export function createTronGateway(options: TronGatewayOptions): TronGateway {
  const { configuration, catalogue, wallet, store, now = Date.now } = options;
  const { network, native, instruments, tokens } = networkOf(catalogue, configuration.networkSlug);
  const { chain = 'main', agreeingNodes: agreeing = 2, maxFeeTrx = DEFAULT_MAX_FEE_TRX } = configuration;
  const addresses = configuration.rpcUrls.map((node) => (typeof node === 'string' ? { url: node, solidityUrl: node } : node));
  // Fewer would be final before the network calls a block solid.
  const finalAfter = network.minConfirmations;
  const treasury = wallet.addressAt(TREASURY_INDEX);
  const nodes = createTronNodes({ addresses, genesisHash: GENESIS[chain], agreeing });
  const fees = createTronFees({ nodes, wallet, native, instrumentOf, maxFeeTrx });
  const { records, advance, requirePayable } = createTreasuryRecords({ store, nodes, wallet, treasury, native, tokens, now });
  const { isBlocked, isDepositBlocked } = createBlocklist(nodes, instrumentOf);
  const send = createTronSender({ store, nodes, wallet, fees, native, instrumentOf, requirePayable, isBlocked, now });
  const sendState = createSendStates({ store, nodes, native, instrumentOf, finalAfter });
  const monitorSends = createMonitorSends({ store, nodes, finalAfter, sendState });
  const keeper = createAgreementKeeper(now);
  const agreement: AgreementKeeper = {
    ...keeper,
    contradicted(contradiction) {
      nodes.forgetBlocks();
      return keeper.contradicted(contradiction);
    },
  };
  const findDeposits = createFindDeposits({ native, tokens, finalAfter });
  const incoming = createDepositScan({
    nodes,
    finderOf: (node, isPast) => findDeposits(isPast ? nodes.newScanner(node) : nodes.scannerOf(node)),
    ask: async (work) => await work(),
    agreement,
    now,
  });

  function instrumentOf(slug: string): CatalogueInstrument {
    const instrument = instruments.get(slug);
    if (!instrument) throw new ChainRefusedError(`${slug} is not on ${network.slug}`);
    return instrument;
  }

  async function locate(txHash: string): Promise<TransactionPlace | null> {
    const hash = txHash.toLowerCase();
    if (!TRANSACTION_HASH.test(hash)) return null;
    const view = await nodes.atHead();
    const receipts = await nodes.answers(view.nodes, async (node) => await node.receipt(hash));
    const places = receipts.map((receipt) =>
      receipt && receipt.failure === null && receipt.blockNumber <= view.head ? receipt.blockNumber : null,
    );
    const found = places.find((place) => place !== null) ?? null;
    if (found === null) return null;
    if (places.some((place) => place !== found)) throw new ChainUnavailableError(contradictionOn(hash, found));
    return { blockHeight: found, confirmations: confirmationsOf(found, view, finalAfter) };
  }

  async function probe(): Promise<{ height: number }> {
    agreement.check();
    const view = await nodes.atHead();
    const { time } = await nodes.solidHeader(view, view.solid);
    if (now() - time > STALE_MS) {
      throw new ChainUnavailableError(`the newest block that can not be removed is ${Math.floor((now() - time) / 1_000)} s old`);
    }
    return { height: view.head };
  }

  async function monitor(): Promise<void> {
    // A failure of one must not stop the other.
    await Promise.all([advance(), monitorSends()]);
  }

  return {
    networkSlug: network.slug,
    finalAfter,
    depositsAt: 'ADDRESS',
    treasury: () => TREASURY_INDEX,
    blockSeconds: network.blockSeconds,
    transactionUrl: (txHash) => (chain === 'main' ? (network.transactionExplorer?.replace('{}', txHash) ?? null) : null),
    addressAt: (index) => Promise.resolve({ address: wallet.addressAt(index), memo: null }),
    incoming,
    locate,
    records,
    balance: async (index, slug) => {
      const instrument = instrumentOf(slug);
      return fromBaseUnits(await solidBalance({ nodes }, wallet.addressAt(index), instrument), instrument.decimals);
    },
    estimateFee: fees.estimateFee,
    residue: () => '0',
    send,
    sendState,
    gasFactor: fees.gasFactor,
    isBlocked,
    isDepositBlocked,
    probe,
    nodes: () => readNodeStates({ nodes: nodes.asked, finalAfter, now, describe: describeFailure }),
    prepare: () => requireChain(nodes),
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
  const native = network && catalogue.instruments.get(network.nativeInstrument);
  if (network?.family !== 'tron' || !native) throw new Error(`"${slug}" is not the TRON network of the catalogue.`);
  const listed = [...catalogue.instruments.values()].filter((instrument) => instrument.network === slug);
  const tokens = new Map(
    listed.flatMap((instrument) => {
      const contract = contractOf(instrument);
      return contract === null ? [] : [[contract, instrument] as const];
    }),
  );
  return { network, native, tokens, instruments: new Map(listed.map((instrument) => [instrument.slug, instrument])) };
}
