import { sha512_256 } from '@noble/hashes/sha2.js';
import { concatBytes } from '@noble/hashes/utils.js';
import { base32nopad } from '@scure/base';
import { type AddressRules, type AddressVerdict, attempt, isZero, sameBytes } from './rules.ts';

const KEY_BYTES = 32;

/** The last four bytes of the key's SHA-512/256. */
const checksum = (key: Uint8Array): Uint8Array => sha512_256(key).subarray(-4);

export const algorand: AddressRules = {
  judge(address): AddressVerdict {
    if (!/^[A-Z2-7]{58}$/.test(address)) return 'address_incorrect';
    const bytes = attempt(() => base32nopad.decode(address));
    // The last letter stands for two bits too many, which must be zero.
    if (!bytes) return 'address_bad_checksum';
    const key = bytes.subarray(0, KEY_BYTES);
    if (!sameBytes(checksum(key), bytes.subarray(KEY_BYTES))) return 'address_bad_checksum';
    return isZero(key) ? 'address_incorrect' : 'valid';
  },
  normalise: (address) => address,
  encode: (digest) => base32nopad.encode(concatBytes(digest, checksum(digest))),
};
