import type { NETWORK_FAMILIES } from '../../contract/schemas/instruments.ts';

export type NetworkFamily = (typeof NETWORK_FAMILIES)[number];

/** A network as `resources/catalogue/networks.json` describes it. Adding one is adding an entry. */
export interface Network {
  slug: string;
  /** Short title shown on chips and used on the wire as `networkTitle`: "TRC20", "BTC". */
  title: string;
  /** "TRON" */
  friendlyTitle: string;
  family: NetworkFamily;
  /** EVM only */
  chainId: number | null;
  /** bech32 / cosmos human-readable part, or ss58 prefix, where the family needs one */
  addressPrefix: string | null;
  /** Slug of the instrument in which fees are paid. */
  nativeInstrument: string;
  minConfirmations: number;
  blockSeconds: number;
  /** What the network calls its memo ("Destination tag"), null where there is none. */
  memoName: string | null;
  /** A typical fee of one transfer, in USD, from which embedded networks and quotes start; decimal string. */
  typicalFeeUsd: string;
  /** `{}` is replaced by hash or address; null where the network has no public explorer */
  transactionExplorer: string | null;
  addressExplorer: string | null;
  /** `bitcoin` of `bitcoin:ADDRESS?amount=`; null where there is no such scheme */
  paymentUriScheme: string | null;
  logo: string | null;
}

/** A coin on a network, as `resources/catalogue/instruments.json` describes it. */
export interface CatalogueInstrument {
  slug: string;
  currencyTitle: string;
  currencyFriendlyTitle: string;
  /** Slug of the network; `fiat` for fiat money. */
  network: string;
  type: 'crypto' | 'fiat';
  requiresMemo: boolean;
  /** Digits that customers see and that amounts are rounded to. Never more than `decimals`. */
  precisionDecimals: number;
  /** Digits of the base unit on the chain. */
  decimals: number;
  contractAddress: string | null;
  /** Where contract and decimals come from ("@uniswap/default-token-list 22.21.0"); null for native coins. */
  contractSource: string | null;
  bestChangeName: string;
  /** The price source's symbol for the coin: all networks of one coin share it. */
  marketSymbol: string;
  /** Path under /static/coins/ or null for a monogram. */
  logo: string | null;
  aliases: string[];
  /** Smaller is more popular. */
  popularity: number;
  /** Price of 1 in USD on the snapshot day, from `resources/market/snapshot.json`; null where unknown. */
}

/** The catalogue, read once at start and checked; read only. */
export interface Catalogue {
  readonly networks: ReadonlyMap<string, Network>;
  readonly instruments: ReadonlyMap<string, CatalogueInstrument>;
  /** Networks and instruments are joined by slug; throws for a slug that the catalogue's own check let through. */
  networkOf(instrument: CatalogueInstrument): Network;
  /** The wire's pair of titles → instrument; case-insensitive. */
  find(currencyTitle: string, networkTitle: string): CatalogueInstrument | undefined;
}
