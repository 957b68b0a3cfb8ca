import { fromBaseUnits, sum, type Decimal } from '../../../../contract/money.ts';
import { repeat } from '../../../common/repeat.ts';
import type { Catalogue } from '../../../instruments/catalogue.ts';
import { createAgreementKeeper, type AgreementKeeper } from '../agreementKeeper.ts';
import { ChainRefusedError, ChainUnavailableError, FEE_ABOVE_LIMIT, type ChainGateway } from '../chainGateway.ts';
import { askRpcNode, describeRpcFailure } from '../nodeAnswers.ts';
import { ContradictionError, requireChain } from '../nodeErrors.ts';
import { readNodeStates } from '../nodeStates.ts';
import { TREASURY_INDEX } from '../treasury.ts';
import { createBitcoinAddresses } from './keys/bitcoinAddresses.ts';
import type { BitcoinNetworkSettings } from './bitcoinNetworkSettings.ts';
import { createBitcoinNodes } from './bitcoinNodes.ts';
import { createBitcoinSender } from './bitcoinSender.ts';
import type { BitcoinStore } from './bitcoinStore.ts';
import type { BitcoinWallet } from './keys/bitcoinWallet.ts';
import { createBlockReader } from './blockReader.ts';
import { createBumpFees } from './bumpFees.ts';
import { leastUnits, SIZES, transactionSize } from './coinSelection.ts';
import { BITCOIN_FAMILIES, COINS } from './coinParameters.ts';
import { createFeeRates, TARGET_BLOCKS } from './feeRates.ts';
import { createIncoming } from './incomingTransfers.ts';
import { createMonitorSends } from './monitorSends.ts';
import { createOwnScripts } from './ownScripts.ts';
import { createSendStates } from './sendStates.ts';
import { createTreasuryCoins } from './treasuryCoins.ts';
import { createTreasuryRecords } from './treasuryRecords.ts';

export interface BitcoinGatewayOptions {
  configuration: BitcoinNetworkSettings;
  catalogue: Catalogue;
  /** Of the configured chain */
  wallet: BitcoinWallet;
  store: BitcoinStore;
  now?: () => number;
  /** Receives errors of the background monitoring. It is retried. */
  onError?: (error: unknown) => void;
}

export interface BitcoinGateway extends ChainGateway {
  /**
   * Derives the addresses to watch, which takes a second. Throws a WrongChainError when a node serves another chain than the configured
   * one. Nodes that don't answer are left out.
   */
  prepare(): Promise<void>;
  /** Monitors all payments once. `start()` repeats it. */
  monitor(): Promise<void>;
  start(): () => Promise<void>;
  inputFee(): Promise<Decimal>;
}

type IncomingRequest = Parameters<ChainGateway['incoming']>[0];

const MIN_MONITOR_PAUSE_MS = 2_000;
/** A usual network finds twenty blocks in this time, so that none is rare. */
const STALE_BLOCKS = 20;
/** Inputs of the payment whose fee is estimated for customers */
const USUAL_INPUTS = 2;

/** Creates the gateway of a network of Bitcoin's family. Throws an Error when the configuration does not match the catalogue. */
export function createBitcoinGateway(options: BitcoinGatewayOptions): BitcoinGateway {
  const { configuration, catalogue, wallet, store, now = Date.now } = options;
  const { network, native, parameters } = networkOf(catalogue, configuration.networkSlug);
  const { chain = 'main', agreeingNodes: agreeing = 2, maxFeePerByte, firstBlock } = configuration;
  const nodeAddresses = configuration.rpcUrls.map((node) => (typeof node === 'string' ? { url: node } : node));
  // A private chain has blocks when its developer mines them.
  const staleAfterSeconds = chain === 'main' ? network.blockSeconds * STALE_BLOCKS : null;
  const finalAfter = configuration.finalAfter ?? Math.max(1, network.minConfirmations);
  const { rules, anyFee, coinbaseMaturity, dustRate, quietRate } = parameters;
  const sizes = SIZES[parameters.signing];
  const addresses = createBitcoinAddresses(parameters, chain);
  const treasuryScript = wallet.scriptAt(TREASURY_INDEX);
  const nodes = createBitcoinNodes({ addresses: nodeAddresses, chain: parameters.chains[chain], rules, anyFee, agreeing });
  const scripts = createOwnScripts(store, wallet);
  const { decimals } = native;
  const reader = createBlockReader({ nodes, store, scripts, finalAfter, firstBlock, decimals, coinbaseMaturity });
  const confirmations = Math.max(finalAfter, network.minConfirmations);
  const listCoins = createTreasuryCoins({ store, confirmations, decimals });
  const highestRate = maxFeePerByte === undefined ? parameters.highestRate : BigInt(maxFeePerByte);
  const feeRate = createFeeRates({ nodes, parameters, highestRate, decimals });
  const records = createTreasuryRecords({ store, reader, addresses, treasuryScript, native, finalAfter, listCoins, now });
  const shared = { store, nodes, reader, addresses, native, treasuryScript, sizes, dustRate, feeRate, listCoins, now };
  const pay = createBitcoinSender({ ...shared, wallet, quietRate, count: records.count });
  const sendState = createSendStates({ store, reader, native, finalAfter });
  const monitorSends = createMonitorSends({ store, nodes, reader, finalAfter });
  const incoming = createIncoming({ store, reader, scripts, rules, addresses, native, now });
  const agreement = createAgreementKeeper(now);
  const patienceMs = network.blockSeconds * 1_000 * TARGET_BLOCKS;
  const bumpFees = createBumpFees({ ...shared, rules, wallet, count: records.count, patienceMs, highestRate });
  const monitor = () =>
    askRpcNode(async () => {
      try {
        await monitorSends();
      } finally {
        // A failed broadcast of one payment must not keep the fee of another one low.
        await bumpFees();
      }
    });

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
  async function balance(): Promise<Decimal> {
    const { height } = await reader.advance();
    const coins = (await store.listUnspent()).filter(({ block_height }) => block_height <= height);
    return sum(coins.map(({ amount }) => amount));
  }
  async function probe(): Promise<{ height: number }> {
    agreement.check();
    const { height } = await reader.advance();
    const block = await store.blockAt(height);
    const ageSeconds = block ? Math.floor((now() - block.time) / 1_000) : 0;
    if (staleAfterSeconds !== null && ageSeconds > staleAfterSeconds) {
      throw new ChainUnavailableError(`the newest block is ${ageSeconds} s old`);
    }
    return { height };
  }

  return {
    networkSlug: network.slug,
    finalAfter,
    depositsAt: 'TREASURY',
    treasury: () => TREASURY_INDEX,
    blockSeconds: network.blockSeconds,
    transactionUrl: (txHash) => (chain === 'main' ? (network.transactionExplorer?.replace('{}', txHash) ?? null) : null),
    addressAt: async (index) => {
      // Before anybody can pay it: from then on all processes watch it.
      await store.addScript(index, wallet.scriptAt(index));
      return { address: wallet.addressAt(index), memo: null };
    },
    incoming: (input) => askRpcNode(() => scan(input)).catch(agreementOn(input).failed),
    locate: (txHash) =>
      askRpcNode(async () => {
        const { height } = await reader.advance();
        const blockHeight = await store.heightOf(txHash.toLowerCase());
        return blockHeight === undefined || blockHeight > height
          ? null
          : { blockHeight, confirmations: height - blockHeight + 1 };
      }),
    records: {
      count: () => askRpcNode(records.count),
      list: (position) => askRpcNode(() => records.list(position)),
      acknowledge: records.acknowledge,
      adopt: (...payment) => askRpcNode(() => records.adopt(...payment)),
    },
    balance: async (index, slug) => {
      requireNative(slug);
      return index === TREASURY_INDEX ? await askRpcNode(balance) : '0';
    },
    estimateFee: (slug, transfer) =>
      askRpcNode(async () => {
        requireNative(slug);
        const { rate, isAboveLimit } = await feeRate();
        const payee = transfer ? addresses.scriptOf(transfer.toAddress) : treasuryScript;
        if (payee === undefined) throw new ChainRefusedError('the address can not be paid on this network');
        const amount = fromBaseUnits(transactionSize(sizes, USUAL_INPUTS, [payee, treasuryScript]) * rate, decimals);
        return { instrumentSlug: native.slug, amount, ...(isAboveLimit && { delay: FEE_ABOVE_LIMIT }) };
      }),
    inputFee: () => askRpcNode(async () => fromBaseUnits(sizes.input * (await feeRate()).rate, decimals)),
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
    leastPayment: async (slug, toAddress) => {
      requireNative(slug);
      const units = leastUnits(addresses, parameters, toAddress);
      if (units === undefined) throw new ChainRefusedError('the address can not be paid on this network');
      return await Promise.resolve(fromBaseUnits(units, decimals));
    },
    probe: () => askRpcNode(probe),
    nodes: () => readNodeStates({ nodes: nodes.asked, finalAfter, now, describe: describeRpcFailure }),
    prepare: async () => {
      await requireChain(nodes);
      await scripts.refresh();
    },
    monitor,
    start: () =>
      repeat(monitor, {
        pauseMs: Math.max(MIN_MONITOR_PAUSE_MS, (network.blockSeconds * 1_000) / STALE_BLOCKS),
        onError: options.onError ?? (() => undefined),
      }),
  };
}

function networkOf(catalogue: Catalogue, slug: string) {
  const network = catalogue.networks.get(slug);
  const family = BITCOIN_FAMILIES.find((one) => one === network?.family);
  const native = network && catalogue.instruments.get(network.nativeInstrument);
  if (!network || !family || !native) throw new Error(`"${slug}" is not a network of Bitcoin's family.`);
  return { network, native, parameters: COINS[family] };
}
