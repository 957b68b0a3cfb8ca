import type { Catalogue, CatalogueInstrument, Network, NetworkFamily } from '../catalogue.ts';
import type { AddressRules } from './rules.ts';

/** Returns the rules of a network; undefined for fiat money. */
export type RulesOf = (network: Network) => AddressRules | undefined;

interface Contracts {
  /** Contracts that have the form of an address, per family */
  byAddress: Map<string, CatalogueInstrument>;
  /** All, as they are written: also an asset number, a Move type or a Cardano policy */
  byText: Map<string, CatalogueInstrument>;
}

const known = new WeakMap<Catalogue, Contracts>();

/**
 * Returns the token of the catalogue whose contract the text is; null for any other text. `isOwnAddress`: it is a valid address of
 * the network. Then only contracts of its own family count, on each network of that family: one EVM account exists on all of them.
 */
export function tokenOfContract(
  text: string,
  network: Network,
  isOwnAddress: boolean,
  catalogue: Catalogue,
  rulesOf: RulesOf,
): CatalogueInstrument | null {
  const { byAddress, byText } = contractsOf(catalogue, rulesOf);
  const within = (one: Network): CatalogueInstrument | undefined => {
    const rules = rulesOf(one);
    return rules && byAddress.get(keyOf(one.family, rules.normalise(text, one)));
  };
  if (isOwnAddress) return within(network) ?? null;
  const written = byText.get(text);
  if (written) return written;
  for (const one of catalogue.networks.values()) {
    const found = rulesOf(one)?.judge(text, one) === 'valid' ? within(one) : undefined;
    if (found) return found;
  }
  return null;
}

function contractsOf(catalogue: Catalogue, rulesOf: RulesOf): Contracts {
  const found = known.get(catalogue);
  if (found) return found;
  const contracts: Contracts = { byAddress: new Map(), byText: new Map() };
  for (const instrument of catalogue.instruments.values()) {
    const { contractAddress } = instrument;
    if (contractAddress === null) continue;
    const network = catalogue.networkOf(instrument);
    const rules = rulesOf(network);
    // The type of a Move token begins with the address of its package.
    const [address = ''] = contractAddress.split('::');
    if (rules?.judge(address, network) === 'valid') {
      contracts.byAddress.set(keyOf(network.family, rules.normalise(address, network)), instrument);
    }
    contracts.byText.set(contractAddress, instrument);
  }
  known.set(catalogue, contracts);
  return contracts;
}

function keyOf(family: NetworkFamily, normal: string): string {
  return `${family} ${normal}`;
}
