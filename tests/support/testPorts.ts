import { bindNetworks } from '../../server/bindDatabase.ts';
import { createEmbeddedNetworks, createMarketPort, createPorts, type CreatePorts } from '../../server/createPorts.ts';
import { createRealNetworks } from '../../server/createRealNetworks.ts';
import { parseEnvironment, type ServerEnvironment } from '../../server/env.ts';
import { readRealNetworks } from '../../server/ports/chain/networkSettings.ts';
import type { Variables } from '../../server/settings/variables.ts';

interface TestEnvironment extends ServerEnvironment {
  /** The embedded networks of the host; without it, all that are not real */
  embeddedNetworks?: ReadonlySet<string>;
}

/**
 * The environment of an embedded host, with the real networks of local nodes that LOCAL_NETWORKS_FILE lists. EMBEDDED_NETWORKS lists the
 * embedded ones, separated by commas: a host with few of them starts and reconciles in a fraction of the time.
 */
export function parseTestEnvironment({ LOCAL_NETWORKS_FILE, EMBEDDED_NETWORKS, ...variables }: Variables): TestEnvironment {
  return {
    ...parseEnvironment(variables),
    realNetworks: readRealNetworks({ REAL_NETWORKS_FILE: LOCAL_NETWORKS_FILE }),
    ...(EMBEDDED_NETWORKS !== undefined && { embeddedNetworks: new Set(EMBEDDED_NETWORKS.split(',')) }),
  };
}

/**
 * Creates the ports of a host with the embedded market. Its networks are those of local nodes, and for the others embedded ones. Only
 * tests may combine both (D12): the host's own ports are all embedded or all real.
 */
export const createTestPorts: CreatePorts = async (environment: TestEnvironment, parts) => {
  const { realNetworks, embeddedNetworks } = environment;
  if (realNetworks.length === 0 && !embeddedNetworks) return await createPorts(environment, parts);
  await bindNetworks(parts.database, realNetworks.length === 0 ? 'embedded' : 'mixed for tests', environment);
  const isReal = new Set(realNetworks.map(({ networkSlug }) => networkSlug));
  const isEmbedded = (slug: string): boolean => !isReal.has(slug) && (embeddedNetworks?.has(slug) ?? true);
  const networks = new Map([...parts.catalogue.networks].filter(([slug]) => isEmbedded(slug)));
  const embedded = await createEmbeddedNetworks(environment, { ...parts, catalogue: { ...parts.catalogue, networks } });
  const { gateways } = realNetworks.length === 0 ? { gateways: [] } : await createRealNetworks(environment, parts);
  return {
    market: await createMarketPort(environment, parts),
    chains: { ...embedded, gateways: new Map([...embedded.gateways, ...gateways]) },
  };
};
