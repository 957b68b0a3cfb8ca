import { ownValue } from '../tables/ownValue.ts';
import { evmChain } from './paymentStandards.ts';

/** A network of the catalogue, as pages and hosts know it. */
export interface ChainNetwork {
  slug: string;
  family: string;
  chainId: number | null;
}

/** Chain ids by the short name of EIP-3770 (https://github.com/ethereum-lists/chains), with names that wallets used before. */
const EVM_CHAINS: Readonly<Record<string, number>> = {
  eth: 1,
  oeth: 10,
  flr: 14,
  cro: 25,
  bnb: 56,
  etc: 61,
  gno: 100,
  unichain: 130,
  pol: 137,
  matic: 137,
  mon: 143,
  sonic: 146,
  okb: 196,
  zksync: 324,
  wc: 480,
  mbeam: 1284,
  mantle: 5000,
  'kaia-mainnet': 8217,
  base: 8453,
  arb1: 42161,
  celo: 42220,
  avax: 43114,
  linea: 59144,
  scr: 534352,
};

/**
 * CAIP-2 identifiers by the slug of the network (https://namespaces.chainagnostic.org; cardano: CIP-34; cosmos: the chain registry; tron and
 * near: WalletConnect). Networks with a chain id have theirs from it.
 */
const CHAINS: Readonly<Record<string, string>> = {
  bitcoin: 'bip122:000000000019d6689c085ae165831e93',
  litecoin: 'bip122:12a765e31ffd4059bada1e25190f6e98',
  dogecoin: 'bip122:1a91e3dace36e2be3bf030a65679fe82',
  bitcoincash: 'bip122:000000000000000000651ef99cb9fcbe',
  dash: 'bip122:00000ffd590b1485b3caadc19b22e637',
  zcash: 'bip122:00040fe8ec8471911baa1db1266ea15d',
  monero: 'monero:418015bb9ae982a1975da7d79277c270',
  tron: 'tron:0x2b6653dc',
  solana: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
  ripple: 'xrpl:0',
  stellar: 'stellar:pubnet',
  ton: 'tvm:-239',
  cosmoshub: 'cosmos:cosmoshub-4',
  osmosis: 'cosmos:osmosis-1',
  celestia: 'cosmos:celestia',
  injective: 'cosmos:injective-1',
  kava: 'cosmos:kava_2222-10',
  dydx: 'cosmos:dydx-mainnet-1',
  akash: 'cosmos:akashnet-2',
  axelar: 'cosmos:axelar-dojo-1',
  sei: 'cosmos:pacific-1',
  terra: 'cosmos:phoenix-1',
  polkadot: 'polkadot:91b171bb158e2d3848fa23a9f1c25182',
  kusama: 'polkadot:b0a8d493285c2df73290dfb7e61f870f',
  eos: 'antelope:aca376f206b8fc25a6ed44dbdc66547c',
  wax: 'antelope:1064487b3cd1a897ce03ae5b6a865651',
  cardano: 'cip34:1-764824073',
  aptos: 'aptos:1',
  hedera: 'hedera:mainnet',
  algorand: 'algorand:wGHE2Pwdvd7S12BL5FaOP20EGYesN73k',
  near: 'near:mainnet',
  tezos: 'tezos:NetXdQprcVkpaWU',
  sui: 'sui:mainnet',
};

const NAMESPACES = new Set(['eip155', ...Object.values(CHAINS).map((chain) => chain.split(':')[0])]);

/** Returns the CAIP-2 identifier of an EIP-3770 short name; null for an unknown name. */
export function chainOfShortName(name: string): string | null {
  const chainId = Object.hasOwn(EVM_CHAINS, name) ? EVM_CHAINS[name] : undefined;
  return chainId === undefined ? null : evmChain(chainId);
}

/** Returns whether CAIP-2 identifiers of a network that we know begin with the text. */
export function isNamespace(text: string): boolean {
  return NAMESPACES.has(text);
}

/** Returns whether the CAIP-2 identifier names the network. */
export function isChainOf(chain: string, { slug, chainId }: ChainNetwork): boolean {
  return chain === (chainId === null ? ownValue(CHAINS, slug) : evmChain(chainId));
}
