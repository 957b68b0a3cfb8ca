import { keccak_256 } from '@noble/hashes/sha3.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { type AddressRules, type AddressVerdict } from './rules.ts';

export const HEX_ADDRESS = /^0x[0-9a-fA-F]{40}$/;

/** Capital letters as EIP-55 sets them. `digits`: 40 hex digits without 0x, any case. */
export function toChecksumAddress(digits: string): string {
  const small = digits.toLowerCase();
  const hash = bytesToHex(keccak_256(utf8ToBytes(small)));
  return `0x${Array.from(small, (digit, index) => (parseInt(hash[index] ?? '0', 16) >= 8 ? digit.toUpperCase() : digit)).join('')}`;
}

/** One case throughout carries no checksum (EIP-55); mixed case must be the right one. */
export const evm: AddressRules = {
  judge(address): AddressVerdict {
    if (!HEX_ADDRESS.test(address)) return 'address_incorrect';
    const digits = address.slice(2);
    if (/^0{40}$/.test(digits)) return 'address_incorrect';
    if (digits === digits.toLowerCase() || digits === digits.toUpperCase()) return 'valid';
    return address === toChecksumAddress(digits) ? 'valid' : 'address_bad_checksum';
  },
  normalise: (address) => address.toLowerCase(),
  encode: (digest) => toChecksumAddress(bytesToHex(digest.subarray(12, 32))),
};
