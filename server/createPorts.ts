import { randomBytes } from 'node:crypto';
import { bindNetworks, readBoundSeed } from './bindDatabase.ts';
import { createSecretFile } from './common/secretFile.ts';
import type { Catalogue } from './instruments/catalogue.ts';
import type { Database } from './db/database.ts';
import { createEmbeddedChainStore } from './db/repositories/embeddedChainStore.ts';
import { findHostSetting, writeHostSetting } from './db/repositories/hostSettings.ts';
import { createEmbeddedMailStore } from './db/repositories/mails/embeddedMails.ts';
import { listMarketPrices, writeMarketPrice } from './db/repositories/marketPrices.ts';
import type { ServerEnvironment } from './env.ts';
import type { Logger } from './common/log.ts';
import type { ChainControls } from './ports/chain/chainControls.ts';
import type { ChainGateway } from './ports/chain/chainGateway.ts';
import { createEmbeddedChains } from './ports/chain/embedded/embeddedChains.ts';
import type { UsdPrice } from './ports/chain/embedded/networkFee.ts';
import { createEmbeddedMailer, type Mailbox } from './ports/mail/embedded/embeddedMailer.ts';
import type { Mailer } from './ports/mail/mailer.ts';
import { createEmbeddedFeed } from './ports/market/embedded/embeddedFeed.ts';
import { createSharedFeed } from './ports/market/embedded/sharedFeed.ts';
import { loadSnapshot } from './ports/market/embedded/snapshot.ts';
import type { MarketControls } from './ports/market/marketControls.ts';
import type { MarketFeed } from './ports/market/marketFeed.ts';

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
export async function createMailPort(
  { smtp }: ServerEnvironment,
  database: Database,
  hasSandbox: boolean,
): Promise<MailPort | null> {
  if (smtp) {
    const { createSmtpMailer } = await import('./ports/mail/smtp/smtpMailer.ts');
    return { mailer: createSmtpMailer(smtp), mailbox: null };
  }
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
  if (isEmbedded) return await createEmbeddedNetworks(environment, parts);
  const { createRealNetworks } = await import('./createRealNetworks.ts');
  return await createRealNetworks(environment, parts);
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
