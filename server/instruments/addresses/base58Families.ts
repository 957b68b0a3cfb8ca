import { type Base58Kind, encodeBase58, judgeBase58 } from './base58.ts';
import { type AddressRules } from './rules.ts';

/** A family whose only addresses are base58check; the first kind is the one that is encoded. */
function base58Rules(kinds: readonly [Base58Kind, ...Base58Kind[]]): AddressRules {
  return {
    judge: (address) => judgeBase58(address, kinds) ?? 'address_incorrect',
    normalise: (address) => address,
    encode: (digest) => encodeBase58(kinds[0].version, digest),
  };
}

/** Versions from each project's chainparams: public key hash, script hash, then those of test networks. */
export const dogecoin = base58Rules([
  { version: [0x1e], verdict: 'valid' },
  { version: [0x16], verdict: 'valid' },
  { version: [0x71], verdict: 'address_testnet' },
  { version: [0xc4], verdict: 'address_testnet' },
]);

export const dash = base58Rules([
  { version: [0x4c], verdict: 'valid' },
  { version: [0x10], verdict: 'valid' },
  { version: [0x8c], verdict: 'address_testnet' },
  { version: [0x13], verdict: 'address_testnet' },
]);

/** TRON's testnets use mainnet's version. */
export const tron = base58Rules([{ version: [0x41], verdict: 'valid' }]);

/** tz1 to tz4; KT1 is a contract, which may keep what it gets. */
export const tezos = base58Rules([
  { version: [0x06, 0xa1, 0x9f], verdict: 'valid' },
  { version: [0x06, 0xa1, 0xa1], verdict: 'valid' },
  { version: [0x06, 0xa1, 0xa4], verdict: 'valid' },
  { version: [0x06, 0xa1, 0xa6], verdict: 'valid' },
  { version: [0x02, 0x5a, 0x79], verdict: 'address_contract' },
]);
