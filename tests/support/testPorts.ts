import { bindNetworks } from '../../server/bindDatabase.ts';
import { createEmbeddedNetworks, createMarketPort, createPorts, type CreatePorts } from '../../server/createPorts.ts';
import { createRealNetworks } from '../../server/createRealNetworks.ts';
import { parseEnvironment, type ServerEnvironment } from '../../server/env.ts';
import { readRealNetworks } from '../../server/ports/chain/networkSettings.ts';
import type { Variables } from '../../server/settings/variables.ts';

/** The environment of an embedded host, with the real networks of local nodes that LOCAL_NETWORKS_FILE lists. */
export function parseTestEnvironment({ LOCAL_NETWORKS_FILE, ...variables }: Variables): ServerEnvironment {
  return { ...parseEnvironment(variables), realNetworks: readRealNetworks({ REAL_NETWORKS_FILE: LOCAL_NETWORKS_FILE }) };
}

/**
 * Creates the ports of a host with the embedded market. Its networks are those of local nodes, and for the others embedded ones. Only
 * tests may combine both (D12): the host's own ports are all embedded or all real.
 */
export const createTestPorts: CreatePorts = async (environment, parts) => {
  if (environment.realNetworks.length === 0) return await createPorts(environment, parts);
  await bindNetworks(parts.database, 'mixed for tests', environment);
  const isReal = new Set(environment.realNetworks.map(({ networkSlug }) => networkSlug));
  const others = new Map([...parts.catalogue.networks].filter(([slug]) => !isReal.has(slug)));
  const embedded = await createEmbeddedNetworks(environment, { ...parts, catalogue: { ...parts.catalogue, networks: others } });
  const { gateways } = await createRealNetworks(environment, parts);
  return {
    market: await createMarketPort(environment, parts),
    chains: { ...embedded, gateways: new Map([...embedded.gateways, ...gateways]) },
  };
};
