import type { BTC_NETWORK } from '@scure/btc-signer/utils.js';

/** Which chain of a coin the nodes serve: the real one, or a private one of a developer. */
export type ChainName = 'main' | 'regtest';

/** How addresses of a chain are written: base58 and bech32 with these prefixes, or CashAddr. */
export type AddressEncoding = BTC_NETWORK | { cashAddressPrefix: string };

/** One chain of a coin. */
export interface ChainParameters {
  /** Hash of block 0. It tells the chains of all coins apart, but for coins that were one until a fork. */
  genesisHash: string;
  /** A block that only one of two coins has which share earlier blocks, and whether it is this coin */
  fork?: { height: number; hash: string; isOurs: boolean };
  /** Type of the coin in key paths (SLIP-44). All chains without value share 1. */
  coinType: number;
  encoding: AddressEncoding;
}

/**
 * How the wallet holds and signs coins. WITNESS: P2WPKH (BIP-84, BIP-143). LEGACY: P2PKH (BIP-44), whose signatures do not sign the amount
 * that is spent. FORK_ID: P2PKH, signed as BIP-143 says, with a flag that makes the signature invalid on Bitcoin.
 */
export type Signing = 'WITNESS' | 'LEGACY' | 'FORK_ID';

/** How blocks and transactions are serialised. */
export interface SerialisationRules {
  /** Transactions may have witnesses (BIP-144). */
  hasWitnesses: boolean;
  /** Headers may be followed by the proof that another chain's block has mined this one (merged mining). */
  hasAuxiliaryProofs: boolean;
  /** Transactions of special types end with a payload (Dash's DIP-2). */
  hasPayloads: boolean;
  /** The block's hash is the double SHA-256 of its header. Where it is another function, nodes must agree on the header. */
  provesHeader: boolean;
}

/** What differs between coins that follow Bitcoin's rules. Amounts in base units. */
export interface CoinParameters {
  chains: Readonly<Record<ChainName, ChainParameters>>;
  signing: Signing;
  rules: SerialisationRules;
  /** The call by which nodes estimate fees */
  feeCall: 'estimatesmartfee' | 'estimatefee';
  /** By which `sendrawtransaction` accepts any fee: `maxfeerate` 0 (Bitcoin Core 0.19, Litecoin Core 0.21, Dash Core 18), or `allowhighfees` */
  anyFee: 0 | true;
  /** Blocks until what a miner is paid can be spent */
  coinbaseMaturity: number;
  /** Price per virtual byte below which an output counts as dust, as nodes are shipped */
  dustRate: bigint;
  /** Lowest price per virtual byte that miners take, as nodes are shipped */
  leastRate: bigint;
  /** Price per virtual byte while the nodes have too little data for an estimate */
  usualRate: bigint;
  /** Price per virtual byte of quiet hours: payments then merge small coins */
  quietRate: bigint;
  /** Highest price per virtual byte that the host pays, unless the operator sets another */
  highestRate: bigint;
}

export const BITCOIN_FAMILIES = ['bitcoin', 'litecoin', 'dogecoin', 'dash', 'bitcoincash'] as const;
export type BitcoinFamily = (typeof BITCOIN_FAMILIES)[number];

/** Those of Bitcoin and Litecoin */
export const WITNESS_RULES: SerialisationRules = {
  hasWitnesses: true,
  hasAuxiliaryProofs: false,
  hasPayloads: false,
  provesHeader: true,
};
const LEGACY_RULES: SerialisationRules = { ...WITNESS_RULES, hasWitnesses: false };

/** The first block after Bitcoin Cash left Bitcoin's chain. Bitcoin SV and eCash have it too. */
const CASH_FORK = { height: 478_559, hash: '000000000000000000651ef99cb9fcbe0dadde1d424bd9f15ff20136191a5eec' };
/** The first block of Bitcoin Cash after eCash left its chain. Bitcoin SV had left before. */
const ECASH_FORK = { height: 661_648, hash: '0000000000000000029e471c41818d24b8b74c911071c4ef0b4a0509f9b5a8ce' };
const BITCOIN_GENESIS = {
  main: '000000000019d6689c085ae165831e934ff763ae46a2a6c172b3f1b60a8ce26f',
  regtest: '0f9188f13cb7b2c71f2a335e3a4fc328bf5beb436012afca590b1a11466e2206',
};
/** The prefix of a coin without bech32 addresses: no address has it. */
const NO_BECH32 = 'none';

/**
 * Sources: `src/chainparams.cpp` and `src/policy/policy.h` of Bitcoin Core, Litecoin Core, Dogecoin Core, Dash Core and Bitcoin Cash Node;
 * SLIP-44; Dogecoin's `doc/fee-recommendation.md`.
 */
export const COINS: Readonly<Record<BitcoinFamily, CoinParameters>> = {
  bitcoin: {
    chains: {
      main: {
        genesisHash: BITCOIN_GENESIS.main,
        fork: { ...CASH_FORK, isOurs: false },
        coinType: 0,
        encoding: { bech32: 'bc', pubKeyHash: 0x00, scriptHash: 0x05, wif: 0x80 },
      },
      regtest: {
        genesisHash: BITCOIN_GENESIS.regtest,
        coinType: 1,
        encoding: { bech32: 'bcrt', pubKeyHash: 0x6f, scriptHash: 0xc4, wif: 0xef },
      },
    },
    signing: 'WITNESS',
    rules: WITNESS_RULES,
    feeCall: 'estimatesmartfee',
    anyFee: 0,
    coinbaseMaturity: 100,
    dustRate: 3n,
    leastRate: 1n,
    usualRate: 20n,
    quietRate: 3n,
    highestRate: 500n,
  },
  litecoin: {
    chains: {
      main: {
        genesisHash: '12a765e31ffd4059bada1e25190f6e98c99d9714d334efa41a195a7e7e04bfe2',
        coinType: 2,
        encoding: { bech32: 'ltc', pubKeyHash: 0x30, scriptHash: 0x32, wif: 0xb0 },
      },
      regtest: {
        genesisHash: '530827f38f93b43ed12af0b3ad25a288dc02ed74d6d7857862df51fc56c416f9',
        coinType: 1,
        encoding: { bech32: 'rltc', pubKeyHash: 0x6f, scriptHash: 0x3a, wif: 0xef },
      },
    },
    signing: 'WITNESS',
    rules: WITNESS_RULES,
    feeCall: 'estimatesmartfee',
    anyFee: 0,
    coinbaseMaturity: 100,
    dustRate: 30n,
    leastRate: 1n,
    usualRate: 10n,
    quietRate: 3n,
    highestRate: 1_000n,
  },
  dogecoin: {
    chains: {
      main: {
        genesisHash: '1a91e3dace36e2be3bf030a65679fe821aa1d6ef92e7c9902eb318182c355691',
        coinType: 3,
        encoding: { bech32: NO_BECH32, pubKeyHash: 0x1e, scriptHash: 0x16, wif: 0x9e },
      },
      regtest: {
        genesisHash: '3d2160a3b5dc4a9d62e7e66a295f70313ac808440ef7400d6c0772171ce973a5',
        coinType: 1,
        encoding: { bech32: NO_BECH32, pubKeyHash: 0x6f, scriptHash: 0xc4, wif: 0xef },
      },
    },
    signing: 'LEGACY',
    rules: { ...LEGACY_RULES, hasAuxiliaryProofs: true },
    feeCall: 'estimatesmartfee',
    anyFee: true,
    coinbaseMaturity: 240,
    // Nodes ask 0.01 DOGE more for each output below 0.01 DOGE.
    dustRate: 5_600n,
    leastRate: 1_000n,
    usualRate: 1_000n,
    quietRate: 1_000n,
    highestRate: 100_000n,
  },
  dash: {
    chains: {
      main: {
        genesisHash: '00000ffd590b1485b3caadc19b22e6379c733355108f107a430458cdf3407ab6',
        coinType: 5,
        encoding: { bech32: NO_BECH32, pubKeyHash: 0x4c, scriptHash: 0x10, wif: 0xcc },
      },
      regtest: {
        genesisHash: '000008ca1832a4baf228eb1553c03d3a2c8e02399550dd6ea8d65cec3ef23d2e',
        coinType: 1,
        encoding: { bech32: NO_BECH32, pubKeyHash: 0x8c, scriptHash: 0x13, wif: 0xef },
      },
    },
    signing: 'LEGACY',
    rules: { ...LEGACY_RULES, hasPayloads: true, provesHeader: false },
    feeCall: 'estimatesmartfee',
    anyFee: 0,
    coinbaseMaturity: 100,
    dustRate: 3n,
    leastRate: 1n,
    usualRate: 2n,
    quietRate: 2n,
    highestRate: 100n,
  },
  bitcoincash: {
    chains: {
      main: {
        genesisHash: BITCOIN_GENESIS.main,
        fork: { ...ECASH_FORK, isOurs: true },
        coinType: 145,
        encoding: { cashAddressPrefix: 'bitcoincash' },
      },
      regtest: { genesisHash: BITCOIN_GENESIS.regtest, coinType: 1, encoding: { cashAddressPrefix: 'bchreg' } },
    },
    signing: 'FORK_ID',
    rules: LEGACY_RULES,
    feeCall: 'estimatefee',
    anyFee: true,
    coinbaseMaturity: 100,
    dustRate: 3n,
    leastRate: 1n,
    usualRate: 2n,
    quietRate: 2n,
    highestRate: 100n,
  },
};
