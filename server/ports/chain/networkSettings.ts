import { readFileSync } from 'node:fs';
import Type from 'typebox';
import Value from 'typebox/value';
import { loadCatalogue } from '../../instruments/loadCatalogue.ts';
import { ConfigurationError } from '../../settings/configurationError.ts';
import type { Variables } from '../../settings/variables.ts';
import { EvmNetworkSettings } from './evm/evmNetworkSettings.ts';

/** A real network with the settings of its family. */
export type RealNetwork = { family: 'evm' } & EvmNetworkSettings;

const Entries = Type.Array(Type.Object({ networkSlug: Type.String() }));
const FILE_VARIABLE = 'REAL_NETWORKS_FILE';
/** The variable's name while only EVM networks could be real. It stays valid. */
const FORMER_FILE_VARIABLE = 'EVM_NETWORKS_FILE';

/**
 * Reads the file that lists the real networks of all families; empty if none is configured. The catalogue knows the family of each
 * network, and the family the settings. Throws a ConfigurationError that names the variable.
 */
export function readRealNetworks(variables: Variables): RealNetwork[] {
  const { [FILE_VARIABLE]: current, [FORMER_FILE_VARIABLE]: former } = variables;
  if (current && former) {
    throw new ConfigurationError(`${FILE_VARIABLE} replaces ${FORMER_FILE_VARIABLE}: set only one of them.`);
  }
  const path = current || former;
  if (!path) return [];
  const name = current ? FILE_VARIABLE : FORMER_FILE_VARIABLE;
  const read = <Result>(shape: string, work: () => Result): Result => {
    try {
      return work();
    } catch (error) {
      const reason = error instanceof Error ? error.message : 'unreadable';
      throw new ConfigurationError(`${name} (${path}) must contain a list of ${shape}: ${reason}`);
    }
  };
  const catalogue = loadCatalogue();
  const entries = read('{"networkSlug", …}', () => Value.Parse(Entries, JSON.parse(readFileSync(path, 'utf8'))));
  return entries.map((entry) => {
    const network = catalogue.networks.get(entry.networkSlug);
    if (network?.family === 'evm') {
      const settings = read('{"networkSlug", "rpcUrls", "chainId"}', () => Value.Parse(EvmNetworkSettings, entry));
      return { family: 'evm', ...settings };
    }
    const fault = network
      ? `which is of the family ${network.family}; only EVM networks can be real`
      : 'which is not in the catalogue';
    throw new ConfigurationError(`${name} (${path}) names the network "${entry.networkSlug}", ${fault}.`);
  });
}
