import { blake2b } from '@noble/hashes/blake2.js';
import { concatBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import { base58 } from '@scure/base';
import type { Network } from '../catalogue.ts';
import { type AddressRules, type AddressVerdict, attempt, sameBytes } from './rules.ts';

/** SS58 (https://docs.polkadot.com/polkadot-protocol/parachain-basics/accounts): prefix, 32-byte key, two checksum bytes. */
const SALT = utf8ToBytes('SS58PRE');
const KEY_BYTES = 32;
const CHECKSUM_BYTES = 2;
/** Westend, and what wallets show when no chain is chosen. */
const GENERIC_PREFIX = 42;

const checksum = (body: Uint8Array): Uint8Array => blake2b(concatBytes(SALT, body)).subarray(0, CHECKSUM_BYTES);

/** Prefixes to 63 take one byte, those to 16,383 two, with their bits reshuffled. */
function readPrefix(bytes: Uint8Array): { prefix: number; length: number } | undefined {
  const [first = 255, second = 0] = bytes;
  if (first < 64) return { prefix: first, length: 1 };
  if (first < 128) return { prefix: ((first & 0x3f) << 2) | (second >> 6) | ((second & 0x3f) << 8), length: 2 };
  return undefined;
}

function judge(address: string, network: Network): AddressVerdict {
  if (!/^[1-9A-HJ-NP-Za-km-z]{46,50}$/.test(address)) return 'address_incorrect';
  const bytes = attempt(() => base58.decode(address));
  const read = bytes && readPrefix(bytes);
  if (!bytes || !read || bytes.length !== read.length + KEY_BYTES + CHECKSUM_BYTES) return 'address_incorrect';
  const body = bytes.subarray(0, -CHECKSUM_BYTES);
  if (!sameBytes(checksum(body), bytes.subarray(-CHECKSUM_BYTES))) return 'address_bad_checksum';
  if (String(read.prefix) === network.addressPrefix) return 'valid';
  return read.prefix === GENERIC_PREFIX ? 'address_testnet' : 'address_wrong_network';
}

export const polkadot: AddressRules = {
  judge,
  normalise(address, network) {
    const bytes = attempt(() => base58.decode(address));
    const read = bytes && readPrefix(bytes);
    return bytes && read && judge(address, network) === 'valid'
      ? encode(bytes.subarray(read.length, read.length + KEY_BYTES), network)
      : address;
  },
  encode,
};

function encode(key: Uint8Array, network: Network): string {
  const body = concatBytes(Uint8Array.of(Number(network.addressPrefix)), key);
  return base58.encode(concatBytes(body, checksum(body)));
}
