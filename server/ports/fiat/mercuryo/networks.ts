import { ownValue } from '../../../../contract/tables/ownValue.ts';
/** The provider's codes of the networks that it delivers on, by the slug of the catalogue. Coins that need a memo are left out. */
const CODES: Readonly<Record<string, string>> = {
  bitcoin: 'BITCOIN',
  litecoin: 'LITECOIN',
  dogecoin: 'DOGECOIN',
  dash: 'DASH',
  bitcoincash: 'BITCOINCASH',
  ethereum: 'ETHEREUM',
  bsc: 'BINANCESMARTCHAIN',
  polygon: 'POLYGON',
  arbitrum: 'ARBITRUM',
  optimism: 'OPTIMISM',
  base: 'BASE',
  avalanche: 'AVALANCHE',
  tron: 'TRON',
  solana: 'SOLANA',
  near: 'NEAR_PROTOCOL',
  cardano: 'CARDANO',
  polkadot: 'POLKADOT',
};
const SLUGS = new Map(Object.entries(CODES).map(([slug, code]) => [code, slug]));

/** Returns the provider's code of a network; undefined: it does not deliver there. */
export const networkCode = (slug: string): string | undefined => ownValue(CODES, slug);

/** Returns the slug of a network of the provider; undefined: it is unknown here. */
export const networkSlug = (code: string): string | undefined => SLUGS.get(code);
