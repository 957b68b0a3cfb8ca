import type { NETWORK_FAMILIES } from '../../contract/schemas/instruments.ts';

export type NetworkFamily = (typeof NETWORK_FAMILIES)[number];

/** A network of `resources/catalogue/networks.json`. */
export interface Network {
  slug: string;
  /** Short title shown on chips and used on the wire as `networkTitle`: "TRC20", "BTC". */
  title: string;
  /** "TRON" */
  friendlyTitle: string;
  family: NetworkFamily;
  /** EVM only */
  chainId: number | null;
  /** bech32 human-readable part or ss58 prefix, depending on the family */
  addressPrefix: string | null;
  /** Slug of the instrument that pays the fees. */
  nativeInstrument: string;
  minConfirmations: number;
  blockSeconds: number;
  /** The network's name for a memo ("Destination tag"), null without memos. */
  memoName: string | null;
  /** Typical fee of a transfer in USD, a decimal string; start value of quotes and embedded networks. */
  typicalFeeUsd: string;
  /** `{}` is replaced by hash or address; null without a public explorer */
  transactionExplorer: string | null;
  addressExplorer: string | null;
  /** `bitcoin` for `bitcoin:ADDRESS?amount=`; null without a scheme */
  paymentUriScheme: string | null;
  logo: string | null;
}

/**
 * What a token's contract can do to a transfer beyond ERC-20. A token that always charges a fee, or whose balances change without
 * transfers (rebasing), is not in the catalogue.
 */
export interface TransferRules {
  /** Its owner can switch a transfer fee on. Balances, not Transfer logs, decide what arrived. */
  hasFee?: true;
  /** Its owner can stop all transfers. */
  isPausable?: true;
  /**
   * The contract's function `(address) → bool` that tells whether it blocks an address. null: it can block addresses, and no
   * function tells which. Absent: it can't block one.
   */
  blocklist?: string | null;
  /** URL of the verified contract, or of the issuer's documentation */
  source: string;
}

/** A coin on a network, from `resources/catalogue/instruments.json`. */
export interface CatalogueInstrument {
  slug: string;
  currencyTitle: string;
  currencyFriendlyTitle: string;
  /** Slug of the network; `fiat` for fiat money. */
  network: string;
  type: 'crypto' | 'fiat';
  requiresMemo: boolean;
  /** Decimals of displayed and rounded amounts. At most `decimals`. */
  precisionDecimals: number;
  /** Decimals of the base unit on the chain. */
  decimals: number;
  contractAddress: string | null;
  /** Source of contract and decimals ("@ledgerhq/cryptoassets 13.30.0"); null for native coins. */
  contractSource: string | null;
  /** Absent: the contract is not known to do more than ERC-20 */
  transferRules?: TransferRules;
  bestChangeName: string;
  /** Symbol of the coin at the price source, shared by all its networks. */
  marketSymbol: string;
  /** Path under /static/coins/ or null for a monogram. */
  logo: string | null;
  aliases: string[];
  /** Smaller is more popular. */
  popularity: number;
}

/** The validated, read-only catalogue. */
export interface Catalogue {
  readonly networks: ReadonlyMap<string, Network>;
  readonly instruments: ReadonlyMap<string, CatalogueInstrument>;
  /** Returns the network of an instrument. Throws if the catalogue does not have it. */
  networkOf(instrument: CatalogueInstrument): Network;
  /** Returns the instrument with the given titles; case-insensitive. */
  find(currencyTitle: string, networkTitle: string): CatalogueInstrument | undefined;
}
