import { bindChain, readBoundSeed } from './bindDatabase.ts';
import type { Logger } from './common/log.ts';
import { logLongWait } from './common/logLongWait.ts';
import type { Database } from './db/database.ts';
import { createEvmSendStore } from './db/repositories/evmSendStore.ts';
import { createBitcoinStore } from './db/repositories/networks/bitcoinStore.ts';
import { createMoneroStore } from './db/repositories/networks/moneroStore.ts';
import { createTronStore } from './db/repositories/networks/tronStore.ts';
import type { ServerEnvironment } from './env.ts';
import type { Catalogue } from './instruments/catalogue.ts';
import { createBitcoinGateway } from './ports/chain/bitcoin/bitcoinGateway.ts';
import { COINS } from './ports/chain/bitcoin/coinParameters.ts';
import { createBitcoinWallet } from './ports/chain/bitcoin/keys/bitcoinWallet.ts';
import type { ChainGateway } from './ports/chain/chainGateway.ts';
import { createEvmGateway } from './ports/chain/evm/evmGateway.ts';
import { createEvmWallet } from './ports/chain/evm/evmWallet.ts';
import { createMoneroGateway } from './ports/chain/monero/moneroGateway.ts';
import { createMoneroKeys } from './ports/chain/monero/moneroKeys.ts';
import type { RealNetwork } from './ports/chain/networkSettings.ts';
import { WrongChainError } from './ports/chain/nodeErrors.ts';
import { TREASURY_INDEX } from './ports/chain/treasury.ts';
import { createTronGateway } from './ports/chain/tron/tronGateway.ts';
import { createTronWallet } from './ports/chain/tron/tronWallet.ts';
import { ConfigurationError } from './settings/configurationError.ts';

interface NetworkParts {
  catalogue: Catalogue;
  database: Database;
  log: Logger;
}

/** Connects the real networks of the configuration. The seed must exist: a generated one would have no backup (D41). */
export async function createRealNetworks(environment: ServerEnvironment, parts: NetworkParts) {
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
  { catalogue, database, log, onError }: NetworkParts & { onError: (error: unknown) => void },
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
