import type { Network } from '../catalogue.ts';

/**
 * How the families write the identity of a token: a contract or mint address where they have one, else the
 * number or name of an asset. A family without an entry has no tokens in the catalogue.
 */
const CONTRACTS: Partial<Record<Network['family'], RegExp>> = {
  evm: /^0x[0-9a-fA-F]{40}$/,
  tron: /^T[1-9A-HJ-NP-Za-km-z]{33}$/,
  solana: /^[1-9A-HJ-NP-Za-km-z]{32,44}$/,
  ton: /^EQ[0-9A-Za-z_-]{46}$/,
  stellar: /^G[A-Z2-7]{55}$/,
  algorand: /^[1-9]\d{0,18}$/,
  hedera: /^0\.0\.[1-9]\d{0,18}$/,
  aptos: /^0x[0-9a-f]{64}$/,
  sui: /^0x[0-9a-f]{64}::\w+::\w+$/,
  cardano: /^[0-9a-f]{56}(?:[0-9a-f]{2}){1,32}$/,
};

/** True when the text has the form of a token's identity on the network. */
export function isContractAddress(network: Network, contract: string): boolean {
  return CONTRACTS[network.family]?.test(contract) ?? false;
}
