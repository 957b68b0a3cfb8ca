import { getAddress, type Address, type PublicClient } from 'viem';
import { fromBaseUnits, type Decimal } from '../../../../contract/money.ts';
import { repeat } from '../../../common/repeat.ts';
import type { Catalogue, CatalogueInstrument, Network } from '../../../instruments/catalogue.ts';
import { agreedTransfers, lowest } from '../agreement.ts';
import { ChainRefusedError, ChainUnavailableError, FEE_ABOVE_LIMIT, type ChainGateway } from '../chainGateway.ts';
import type { ChainSendStore } from './chainSendStore.ts';
import { contractOf } from './evmCalls.ts';
import { balanceOf } from './evmFunds.ts';
import { createAgreementKeeper, type AgreementKeeper } from './agreementKeeper.ts';
import { askNode, createEvmNodes } from './evmNode.ts';
import { createFeeEstimates } from './feeEstimates.ts';
import { feeLimitGwei } from './feeLimits.ts';
import { createEvmSender } from './evmSender.ts';
import { createGasEstimates } from './gasEstimates.ts';
import type { HdWallet } from './hdWallet.ts';
import { createIncoming, type FindIncoming } from './incomingTransfers.ts';
import { createLayerOneFee } from './layerOneFee.ts';
import { locateTransaction } from './locateTransaction.ts';
import { createSendStates } from './sendStates.ts';
import { createMonitorSends } from './monitorSends.ts';

export interface EvmConfiguration {
  /** A network of the catalogue. */
  networkSlug: string;
  /** When given it must be the catalogue's: a guard against a configuration of another network. */
  chainId?: number | undefined;
  /** In order of preference. May hold access keys: never logged. */
  rpcUrls: readonly string[];
  /** How many nodes must say the same before it counts: two where two or more are named, when left out. */
  agreeingNodes?: number | undefined;
  /** The most that one gas may cost; dearer, payments wait. `feeLimits.ts` when left out. */
  maxFeePerGasGwei?: number | undefined;
  /** Confirmations from which on a payment of ours is done; the catalogue's minConfirmations when left out. */
  finalAfter?: number | undefined;
  /** Where to begin to look for deposits on a network that was never read; a little before the newest block when left out. */
  startBlock?: number | undefined;
  /** The newest block may be this old before the node counts as broken; null: however old (a development node mines when asked). */
  staleAfterSeconds?: number | null | undefined;
}

export interface EvmGatewayOptions {
  configuration: EvmConfiguration;
  catalogue: Catalogue;
  wallet: HdWallet;
  /** The storage of this network's payments. */
  sends: ChainSendStore;
  now?: () => number;
  /** Told when tending to payments failed; it is tried again. */
  onError?: (error: unknown) => void;
}

export interface EvmGateway extends ChainGateway {
  /** Rebroadcasts, raises fees, closes what is final; `start()` does it again and again. */
  tend(): Promise<void>;
  start(): () => Promise<void>;
}

type IncomingQuestion = Parameters<ChainGateway['incoming']>[0];

/** Blocks read in one go while catching up. */
const MOST_BLOCKS = 200;
const FIRST_LOOK_BACK = 50;
const LEAST_STALE_SECONDS = 600;
const LEAST_TEND_MS = 2_000;

/** An EVM network through one or more nodes. Throws an Error at once when the configuration does not fit the catalogue. */
export function createEvmGateway(options: EvmGatewayOptions): EvmGateway {
  const { configuration, catalogue, wallet, sends, now = Date.now } = options;
  const { network, chainId, native, instruments } = placeOf(catalogue, configuration.networkSlug);
  if (configuration.chainId !== undefined && configuration.chainId !== chainId) {
    throw new Error(`${network.slug} is chain ${chainId}, not ${configuration.chainId} as configured.`);
  }
  const { rpcUrls, agreeingNodes: agreeing = Math.min(2, rpcUrls.length) } = configuration;
  if (agreeing > rpcUrls.length)
    throw new Error(`${network.slug}: ${agreeing} nodes must agree, and ${rpcUrls.length} are named.`);
  const { staleAfterSeconds = Math.max(LEAST_STALE_SECONDS, network.blockSeconds * 20) } = configuration;
  const { maxFeePerGasGwei = feeLimitGwei(network.slug) } = configuration;
  const nodes = createEvmNodes({ rpcUrls, chainId, agreeing });
  const { any: node } = nodes;
  const finalAfter = configuration.finalAfter ?? Math.max(1, network.minConfirmations);
  const tokens = tokensByContract(instruments);
  const agreement = createAgreementKeeper(now);
  const findOnAny = createIncoming({ node, native, tokens });
  const finders = new Map(nodes.each.map((one) => [one, createIncoming({ node: one, native, tokens })]));
  const finderOf = (one: PublicClient): FindIncoming => finders.get(one) ?? findOnAny;
  const gasFor = createGasEstimates({ node, treasury: wallet.addressAt(0), now });
  const sendState = createSendStates({ sends, nodes, native, instruments, finalAfter, maxFeePerGasGwei, now });
  const layerOneFee = createLayerOneFee(node);
  const shared = { chainId, sends, nodes, wallet, native, maxFeePerGasGwei, layerOneFee, now };
  const estimateFee = createFeeEstimates({ nodes, treasury: wallet.addressAt(0), maxFeePerGasGwei, now });
  const send = createEvmSender({ ...shared, instrumentOf, usualGas: gasFor });
  const monitorSends = createMonitorSends({ ...shared, finalAfter, sendState });
  const tend = () => askNode(monitorSends);

  function instrumentOf(slug: string): CatalogueInstrument {
    const instrument = instruments.get(slug);
    if (!instrument) throw new ChainRefusedError(`${slug} is not on ${network.slug}`);
    return instrument;
  }
  /** A little before what was asked for: the first question may come some blocks after the first deposit. */
  function beginAt(block: number): number {
    return configuration.startBlock ?? Math.max(0, block - FIRST_LOOK_BACK);
  }
  /**
   * Anybody can have some old block looked at, as often as he likes: what comes of that is remembered by nobody. It must
   * neither close a network nor hide that what is watched on it can't be read.
   */
  function agreementOn({ through }: IncomingQuestion): AgreementKeeper {
    return through === undefined ? agreement : createAgreementKeeper(now);
  }
  async function incoming(input: IncomingQuestion): ReturnType<ChainGateway['incoming']> {
    const { head, nodes: askable } = await nodes.atHead();
    const reported = input.cursor === null ? beginAt(head - input.untilConfirmations) - 1 : Number(input.cursor);
    if (!Number.isSafeInteger(reported)) throw new RangeError('the cursor is not one of ours');
    // Nobody to look for: nothing to read, and the way is free for whoever comes next.
    if (input.watched.length === 0) return { transfers: [], cursor: String(Math.max(reported, head - input.untilConfirmations)) };
    const { through } = input;
    const to = Math.min(head, through ?? head, reported + MOST_BLOCKS + input.untilConfirmations);
    // A look at some blocks of the past must not make those that are watched forget theirs.
    const finderFor = through === undefined ? finderOf : (one: PublicClient) => createIncoming({ node: one, native, tokens });
    // Of the newest block that was reported already it is still asked when it was made.
    const from = Math.min(reported + 1, to);
    const views = await nodes.answers(askable, (one) => finderFor(one)(input.watched, from, to, head));
    const final = head - input.untilConfirmations + 1;
    const { agreed, contradiction } = agreedTransfers(views, final);
    if (contradiction !== null) throw agreementOn(input).contradicted(contradiction);
    agreementOn(input).reached();
    // Up to here everything was in this answer with all its confirmations.
    const cursor = String(Math.max(reported, Math.min(to, final)));
    const isBlind = views.some(({ isBlindTo }) => isBlindTo !== undefined);
    // A node that was away answers before it has caught up.
    const readUntil = Math.min(...views.map((view) => view.readUntil));
    return { transfers: agreed, cursor, readUntil, ...(isBlind && { isBlind }) };
  }

  return {
    networkSlug: network.slug,
    finalAfter,
    transactionUrl: (txHash) => network.transactionExplorer?.replace('{}', txHash) ?? null,
    addressAt: (index) => Promise.resolve({ address: wallet.addressAt(index), memo: null }),
    incoming: (input) => askNode(() => incoming(input)).catch(agreementOn(input).failed),
    locate: (txHash) => askNode(() => locateTransaction(nodes, txHash)),
    balance: (index, slug) =>
      askNode(async (): Promise<Decimal> => {
        const instrument = instrumentOf(slug);
        const { nodes: askable } = await nodes.atHead();
        const held = await nodes.answers(askable, (one) => balanceOf(one, wallet.addressAt(index), instrument));
        return lowest(held.map((units) => fromBaseUnits(units, instrument.decimals)));
      }),
    estimateFee: (slug) =>
      askNode(async () => {
        const { wei, isAboveLimit } = await estimateFee(instrumentOf(slug));
        const fee = { instrumentSlug: native.slug, amount: fromBaseUnits(wei, native.decimals) };
        return isAboveLimit ? { ...fee, delay: FEE_ABOVE_LIMIT } : fee;
      }),
    send: (request, fence) => askNode(() => send(request, fence)),
    sendState: (key) => askNode(() => sendState(key)),
    probe: () =>
      askNode(async () => {
        agreement.check();
        const { head, nodes: askable } = await nodes.atHead();
        const settled = Math.max(0, head - finalAfter);
        const views = await nodes.answers(askable, async (one) => ({
          settledHash: (await one.getBlock({ blockNumber: BigInt(settled) })).hash,
          newestAt: Number((await one.getBlock({ blockNumber: BigInt(head) })).timestamp),
        }));
        // Old enough to be the same for everybody.
        if (new Set(views.map(({ settledHash }) => settledHash)).size > 1) {
          throw new ChainUnavailableError(`the nodes contradict each other on block ${settled}`);
        }
        const ageSeconds = Math.floor(now() / 1_000) - Math.min(...views.map(({ newestAt }) => newestAt));
        if (staleAfterSeconds !== null && ageSeconds > staleAfterSeconds) {
          throw new ChainUnavailableError(`the newest block is ${ageSeconds} s old`);
        }
        return { height: head };
      }),
    tend,
    start: () =>
      repeat(tend, {
        pauseMs: Math.max(LEAST_TEND_MS, network.blockSeconds * 1_000),
        onError: options.onError ?? (() => undefined),
      }),
  };
}

function placeOf(catalogue: Catalogue, slug: string) {
  const network = catalogue.networks.get(slug);
  if (network?.family !== 'evm' || network.chainId === null) throw new Error(`"${slug}" is no EVM network of the catalogue.`);
  const there = [...catalogue.instruments.values()].filter((instrument) => instrument.network === slug);
  const instruments = new Map(there.map((instrument) => [instrument.slug, instrument]));
  const native = instruments.get(network.nativeInstrument);
  if (!native) throw new Error(`The catalogue lacks ${network.nativeInstrument}, in which ${slug} takes its fees.`);
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
