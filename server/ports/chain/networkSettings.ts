import { readFileSync } from 'node:fs';
import Type from 'typebox';
import Value from 'typebox/value';
import { loadCatalogue } from '../../instruments/loadCatalogue.ts';
import { ConfigurationError } from '../../settings/configurationError.ts';
import type { Variables } from '../../settings/variables.ts';
import { BitcoinNetworkSettings } from './bitcoin/bitcoinNetworkSettings.ts';
import { BITCOIN_FAMILIES, type BitcoinFamily } from './bitcoin/coinParameters.ts';
import { EvmNetworkSettings } from './evm/evmNetworkSettings.ts';
import { MoneroNetworkSettings } from './monero/moneroNetworkSettings.ts';
import { TronNetworkSettings } from './tron/tronNetworkSettings.ts';

/** A real network with the settings of its family. */
export type RealNetwork =
  | ({ family: 'evm' } & EvmNetworkSettings)
  | ({ family: 'tron' } & TronNetworkSettings)
  | ({ family: 'monero' } & MoneroNetworkSettings)
  | ({ family: BitcoinFamily } & BitcoinNetworkSettings);

const Entries = Type.Array(Type.Object({ networkSlug: Type.String() }));
const FILE_VARIABLE = 'REAL_NETWORKS_FILE';

/**
 * Reads the file that lists the real networks of all families; empty if none is configured. The catalogue knows the family of each
 * network, and the family the settings. Throws a ConfigurationError that names the variable.
 */
export function readRealNetworks(variables: Variables): RealNetwork[] {
  const path = variables[FILE_VARIABLE];
  if (!path) return [];
  const read = <Result>(shape: string, work: () => Result): Result => {
    try {
      return work();
    } catch (error) {
      const reason = error instanceof Error ? error.message : 'unreadable';
      throw new ConfigurationError(`${FILE_VARIABLE} (${path}) must contain a list of ${shape}: ${reason}`);
    }
  };
  const catalogue = loadCatalogue();
  const entries = read('{"networkSlug", …}', () => Value.Parse(Entries, JSON.parse(readFileSync(path, 'utf8'))));
  const networks = entries.map((entry): RealNetwork => {
    const network = catalogue.networks.get(entry.networkSlug);
    if (network?.family === 'evm') {
      const settings = read('{"networkSlug", "rpcUrls", "chainId"}', () => Value.Parse(EvmNetworkSettings, entry));
      return { family: 'evm', ...settings };
    }
    if (network?.family === 'tron') {
      return { family: 'tron', ...read('{"networkSlug", "rpcUrls"}', () => Value.Parse(TronNetworkSettings, entry)) };
    }
    const family = BITCOIN_FAMILIES.find((one) => one === network?.family);
    if (family) {
      const settings = read('{"networkSlug", "rpcUrls"}', () => Value.Parse(BitcoinNetworkSettings, entry));
      return { family, ...settings };
    }
    if (network?.family === 'monero') {
      return { family: 'monero', ...read('{"networkSlug", "rpcUrls"}', () => Value.Parse(MoneroNetworkSettings, entry)) };
    }
    const fault = network
      ? `which is of the family ${network.family}; such networks can not be real`
      : 'which is not in the catalogue';
    throw new ConfigurationError(`${FILE_VARIABLE} (${path}) names the network "${entry.networkSlug}", ${fault}.`);
  });
  const danger = dangerOf(networks);
  if (danger !== null) throw new ConfigurationError(`${FILE_VARIABLE} (${path}) ${danger}`);
  return networks;
}

/** Returns why networks other than EVM's must not be used with these settings; null when they may. */
function dangerOf(networks: readonly RealNetwork[]): string | null {
  const isPrivate = (network: RealNetwork): boolean => network.family !== 'evm' && (network.chain ?? 'main') !== 'main';
  if (networks.some(isPrivate) && !networks.every(isPrivate)) {
    return 'lists a private chain or a test network beside real networks: its coins cost nothing, and could be swapped for real ones.';
  }
  for (const network of networks) {
    if (network.family === 'evm') continue;
    const { networkSlug, rpcUrls, agreeingNodes = 2 } = network;
    if (!rpcUrls.every((node) => urlsOf(node).every((url) => URL.canParse(url))))
      return `names a node of "${networkSlug}" by an invalid URL.`;
    // A node of TRON or Monero has two URLs, and each of its views must have another source on another node.
    const views = [0, -1].map((place) => rpcUrls.map((node) => new URL(urlsOf(node).at(place) ?? '').host));
    if (views.some((hosts) => new Set(hosts).size < 2) || agreeingNodes < 2) {
      return `lets one node of "${networkSlug}" decide: it could invent deposits. List two nodes, and let two agree.`;
    }
    if (views.some((hosts) => new Set(hosts).size < hosts.length)) return `lists a node of "${networkSlug}" twice.`;
    if (agreeingNodes > rpcUrls.length) return `lists fewer nodes of "${networkSlug}" than must agree.`;
  }
  return null;
}

/** Returns the URLs of a node. They may contain a user and password. */
function urlsOf(node: string | { url: string; solidityUrl?: string; walletUrl?: string }): string[] {
  if (typeof node === 'string') return [node];
  const second = node.solidityUrl ?? node.walletUrl;
  return second === undefined ? [node.url] : [node.url, second];
}
