import { bytesToHex } from '@noble/hashes/utils.js';
import { type AddressRules } from './rules.ts';

/**
 * Aptos (AIP-40) and Sui: 0x and 64 hex digits. Short forms exist for framework accounts, which nobody pays; with no
 * checksum, a strict length is all that catches a lost digit.
 */
export const moveHex: AddressRules = {
  judge: (address) =>
    /^0x[0-9a-fA-F]{64}$/.test(address) && !/^0x0{63}[0-9a-fA-F]$/.test(address) ? 'valid' : 'address_incorrect',
  normalise: (address) => address.toLowerCase(),
  encode: (digest) => `0x${bytesToHex(digest)}`,
};
