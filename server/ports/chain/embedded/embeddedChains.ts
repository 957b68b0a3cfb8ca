import type { Decimal } from '../../../../contract/money.ts';
import type { Catalogue, CatalogueInstrument, Network } from '../../../instruments/catalogue.ts';
import type { ChainControls } from '../chainControls.ts';
import type { ChainGateway } from '../chainGateway.ts';
import type { EmbeddedChainStore } from './embeddedChainStore.ts';
import { createEmbeddedControls } from './embeddedControls.ts';
import { createEmbeddedGateway } from './embeddedGateway.ts';
import type { UsdPrice } from './networkFee.ts';
import { prepareEmbeddedNetworks } from './prepareEmbeddedNetworks.ts';

export interface EmbeddedChainsOptions {
  store: EmbeddedChainStore;
  catalogue: Catalogue;
  usdPrice: UsdPrice;
  /** How many times faster than the real network. The shortest block time is 250 ms. */
  speed: number;
  /** Addresses are derived from it. They have no private keys: real coins sent to them are lost. */
  seed?: string;
  /** Opening balance of the treasury in each instrument, in USD. */
  treasuryUsd?: Decimal;
  slowMs?: number;
  now?: () => number;
}

export interface EmbeddedChains {
  gateways: ReadonlyMap<string, ChainGateway>;
  controls: ChainControls;
  /** Starts new networks and funds the treasury. Call it after migration, when prices are known. Idempotent. */
  prepare(): Promise<void>;
}

const DEFAULT_SEED = 'causeway embedded networks';
const DEFAULT_TREASURY_USD = '5000000';
const DEFAULT_SLOW_MS = 4_000;

/** Creates a simulated network for every network of the catalogue (D12). */
export function createEmbeddedChains(options: EmbeddedChainsOptions): EmbeddedChains {
  const { store, catalogue, usdPrice, speed } = options;
  const { seed = DEFAULT_SEED, treasuryUsd = DEFAULT_TREASURY_USD, slowMs = DEFAULT_SLOW_MS, now = Date.now } = options;
  const networks = embeddedNetworks(catalogue);
  const gateways = networks.map(({ network, instruments }) =>
    createEmbeddedGateway({
      store,
      network,
      instruments,
      seed,
      usdPrice,
      speed,
      now,
      slowMs,
    }),
  );
  const networkSlugs = new Set(networks.map(({ network }) => network.slug));
  return {
    gateways: new Map(gateways.map((gateway) => [gateway.networkSlug, gateway])),
    controls: createEmbeddedControls({ store, catalogue, networkSlugs, seed, usdPrice, now, slowMs }),
    prepare: () => prepareEmbeddedNetworks(store, { networks, seed, speed, usdPrice, treasuryUsd, now: now() }),
  };
}

function embeddedNetworks(catalogue: Catalogue) {
  const onNetwork = new Map<string, Map<string, CatalogueInstrument>>();
  for (const instrument of catalogue.instruments.values()) {
    if (instrument.type === 'fiat') continue;
    const listed = onNetwork.get(instrument.network) ?? new Map<string, CatalogueInstrument>();
    onNetwork.set(instrument.network, listed.set(instrument.slug, instrument));
  }
  return [...catalogue.networks.values()]
    .filter((network) => network.family !== 'fiat')
    .map((network): { network: Network; instruments: ReadonlyMap<string, CatalogueInstrument> } => ({
      network,
      instruments: onNetwork.get(network.slug) ?? new Map(),
    }))
    .filter(({ network, instruments }) => instruments.has(network.nativeInstrument));
}
