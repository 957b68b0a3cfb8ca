import { randomBytes } from 'node:crypto';
import { bindChain, bindNetworks, bindSeed } from './bindDatabase.ts';
import { createSecretFile } from './common/secretFile.ts';
import type { Catalogue } from './instruments/catalogue.ts';
import type { Database } from './db/database.ts';
import { createEvmSendStore } from './db/repositories/evmSendStore.ts';
import { createEmbeddedChainStore } from './db/repositories/embeddedChainStore.ts';
import { createBitcoinStore } from './db/repositories/networks/bitcoinStore.ts';
import { createTronStore } from './db/repositories/networks/tronStore.ts';
import { createMoneroStore } from './db/repositories/networks/moneroStore.ts';
import { findHostSetting, writeHostSetting } from './db/repositories/hostSettings.ts';
import { createEmbeddedMailStore } from './db/repositories/mails/embeddedMails.ts';
import { listMarketPrices, writeMarketPrice } from './db/repositories/marketPrices.ts';
import type { ServerEnvironment } from './env.ts';
import type { Logger } from './common/log.ts';
import type { ChainControls } from './ports/chain/chainControls.ts';
import type { ChainGateway } from './ports/chain/chainGateway.ts';
import { createEmbeddedChains } from './ports/chain/embedded/embeddedChains.ts';
import type { UsdPrice } from './ports/chain/embedded/networkFee.ts';
import { createBitcoinGateway } from './ports/chain/bitcoin/bitcoinGateway.ts';
import { WrongChainError } from './ports/chain/nodeErrors.ts';
import { createBitcoinWallet } from './ports/chain/bitcoin/keys/bitcoinWallet.ts';
import { COINS } from './ports/chain/bitcoin/coinParameters.ts';
import { createEvmGateway } from './ports/chain/evm/evmGateway.ts';
import { createEvmWallet } from './ports/chain/evm/evmWallet.ts';
import { createMoneroGateway } from './ports/chain/monero/moneroGateway.ts';
import { createMoneroKeys } from './ports/chain/monero/moneroKeys.ts';
import type { RealNetwork } from './ports/chain/networkSettings.ts';
import { TREASURY_INDEX } from './ports/chain/treasury.ts';
import { createTronGateway } from './ports/chain/tron/tronGateway.ts';
import { createTronWallet } from './ports/chain/tron/tronWallet.ts';
import { readSeedFile } from './ports/chain/wallet/seedFile.ts';
import { createEmbeddedMailer, type Mailbox } from './ports/mail/embedded/embeddedMailer.ts';
import type { Mailer } from './ports/mail/mailer.ts';
import { createSmtpMailer } from './ports/mail/smtp/smtpMailer.ts';
import { createEmbeddedFeed } from './ports/market/embedded/embeddedFeed.ts';
import { createSharedFeed } from './ports/market/embedded/sharedFeed.ts';
import { loadSnapshot } from './ports/market/embedded/snapshot.ts';
import type { MarketControls } from './ports/market/marketControls.ts';
import type { MarketFeed } from './ports/market/marketFeed.ts';
import { deriveKey } from './common/deriveKey.ts';
import { logLongWait } from './common/logLongWait.ts';
import { ConfigurationError } from './settings/configurationError.ts';

const MARKET_MODE = 'market mode';

export interface MarketPort {
  feed: MarketFeed;
  /** A second source for comparison (D41); null for the embedded market. */
  second: MarketFeed | null;
  controls: MarketControls | null;
}

/** What the ports of a host need of it. */
export interface PortParts {
  catalogue: Catalogue;
  database: Database;
  usdPrice: UsdPrice;
  log: Logger;
}

export interface Ports {
  market: MarketPort;
  chains: ChainPorts;
}
export type CreatePorts = typeof createPorts;

/** Creates the market and the networks of the configuration. Throws a ConfigurationError or a SecretFileError. */
export async function createPorts(environment: ServerEnvironment, parts: PortParts): Promise<Ports> {
  const chains = await createChainPorts(environment, parts);
  return { market: await createMarketPort(environment, parts), chains };
}

/** Creates the configured market: embedded (D13), or the named exchanges. The second exchange is only for comparison. */
export async function createMarketPort(
  environment: ServerEnvironment,
  { catalogue, database, log }: Omit<PortParts, 'usdPrice'>,
): Promise<MarketPort> {
  if (environment.market.kind === 'embedded') {
    const feed = createEmbeddedFeed({
      snapshot: loadSnapshot(),
      seed: environment.market.seed,
      stepMs: environment.market.stepMs,
    });
    const shared = createSharedFeed(feed, {
      load: async () => ({
        prices: await listMarketPrices(database),
        mode: (await findHostSetting(database, MARKET_MODE)) ?? 'working',
      }),
      savePrice: (symbol, price) => writeMarketPrice(database, symbol, price),
      saveMode: (mode) => writeHostSetting(database, MARKET_MODE, mode),
    });
    return { feed: shared.feed, second: null, controls: shared.controls };
  }
  const { createExchangeFeed } = await import('./ports/market/ccxt/exchangeFeed.ts');
  const symbols = [...new Set([...catalogue.instruments.values()].map(({ marketSymbol }) => marketSymbol))];
  const [first, second] = environment.market.exchanges;
  const open = (exchange: string) => createExchangeFeed({ exchange, symbols, log });
  return { feed: await open(first), second: second === undefined ? null : await open(second), controls: null };
}

export interface MailPort {
  mailer: Mailer;
  /** null with a real mail server */
  mailbox: Mailbox | null;
}

/** Creates the configured mail server. Without one, the sandbox keeps mails in its mailbox; without a sandbox, returns null. */
export function createMailPort(environment: ServerEnvironment, database: Database, hasSandbox: boolean): MailPort | null {
  if (environment.smtp) return { mailer: createSmtpMailer(environment.smtp), mailbox: null };
  return hasSandbox ? createEmbeddedMailer(createEmbeddedMailStore(database)) : null;
}

export interface ChainPorts {
  gateways: ReadonlyMap<string, ChainGateway>;
  controls: ChainControls | null;
  /** Call it once prices are known. */
  prepare(): Promise<void>;
}

/** Creates the configured networks, all embedded or all real (D12), and binds the database to them. Throws a ConfigurationError. */
export async function createChainPorts(environment: ServerEnvironment, parts: PortParts): Promise<ChainPorts> {
  const isEmbedded = environment.realNetworks.length === 0;
  await bindNetworks(parts.database, isEmbedded ? 'embedded' : 'real', environment);
  return isEmbedded ? await createEmbeddedNetworks(environment, parts) : await createRealNetworks(environment, parts);
}

/** Creates an embedded network for each one of the catalogue. The first start creates the seed. */
export async function createEmbeddedNetworks(
  environment: ServerEnvironment,
  { catalogue, database, usdPrice }: PortParts,
): Promise<ChainPorts> {
  await createSecretFile(environment.seedFile, `${randomBytes(32).toString('hex')}\n`);
  const seed = await readBoundSeed(environment, database);
  return createEmbeddedChains({
    store: createEmbeddedChainStore(database),
    catalogue,
    usdPrice,
    speed: environment.embeddedChainSpeed,
    seed: Buffer.from(seed).toString('hex'),
  });
}

/** Connects the real networks of the configuration. The seed must exist: a generated one would have no backup (D41). */
export async function createRealNetworks(environment: ServerEnvironment, parts: PortParts): Promise<ChainPorts> {
  const seed = await readBoundSeed(environment, parts.database);
  const evmWallet = createEvmWallet(seed);
  const { catalogue, database, log } = parts;
  const open = async (configuration: RealNetwork): Promise<ChainGateway> => {
    const { networkSlug } = configuration;
    const onError = (error: unknown): void =>
      log.warn({ err: error, network: networkSlug }, 'monitoring the sends of this network failed; the next round retries');
    if (configuration.family === 'evm') {
      const sends = createEvmSendStore(database, networkSlug);
      return createEvmGateway({ configuration, catalogue, wallet: evmWallet, sends, onError });
    }
    const { chain = 'main' } = configuration;
    await bindChain(database, environment, networkSlug, chain);
    const gateway = openOnChain(configuration, seed, { ...parts, onError });
    const prepared = gateway.prepare().catch((error: unknown) => {
      if (!(error instanceof WrongChainError)) throw error;
      throw new ConfigurationError(
        `A node of "${networkSlug}" serves another chain than "${chain}", so its coins are not those of the configured keys.`,
      );
    });
    await logLongWait(prepared, `the nodes of ${networkSlug}`, log);
    return gateway;
  };
  const gateways = await Promise.all(environment.realNetworks.map(open));
  return {
    gateways: new Map(gateways.map((gateway) => [gateway.networkSlug, gateway])),
    controls: null,
    prepare: () => Promise.resolve(),
  };
}

/** Opens a network that has a private chain or a test network beside the real one. */
function openOnChain(
  configuration: Exclude<RealNetwork, { family: 'evm' }>,
  seed: Uint8Array,
  {
    catalogue,
    database,
    log,
    onError,
  }: Pick<PortParts, 'catalogue' | 'database' | 'log'> & { onError: (error: unknown) => void },
): ChainGateway & { prepare(): Promise<void> } {
  const { networkSlug } = configuration;
  if (configuration.family === 'tron') {
    const wallet = createTronWallet(seed, configuration.chain ?? 'main');
    const store = createTronStore(database, networkSlug, wallet.addressAt(TREASURY_INDEX));
    return createTronGateway({ configuration, catalogue, wallet, store, onError });
  }
  if (configuration.family === 'monero') {
    const keys = createMoneroKeys(seed, configuration.chain ?? 'main');
    const store = createMoneroStore(database, networkSlug, keys.addressAt(TREASURY_INDEX));
    const onUncounted = (message: string): void => log.error({ network: networkSlug }, message);
    return createMoneroGateway({ configuration, catalogue, keys, store, onError, onUncounted });
  }
  const wallet = createBitcoinWallet(seed, COINS[configuration.family], configuration.chain ?? 'main');
  const store = createBitcoinStore(database, networkSlug, wallet.addressAt(TREASURY_INDEX));
  return createBitcoinGateway({ configuration, catalogue, wallet, store, onError });
}

/** Throws a SecretFileError, or a ConfigurationError if the database belongs to another seed. */
async function readBoundSeed(environment: ServerEnvironment, database: Database): Promise<Uint8Array> {
  const seed = await readSeedFile(environment.seedFile);
  await bindSeed(database, environment, deriveKey(seed, 'fingerprint').toString('hex'));
  return seed;
}
