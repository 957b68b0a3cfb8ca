import { sha256 } from '@noble/hashes/sha2.js';
import { concatBytes } from '@noble/hashes/utils.js';
import { base58, createBase58check } from '@scure/base';
import { type AddressVerdict, attempt, isZero, sameBytes, startsWith } from './rules.ts';

const CHECKSUM_BYTES = 4;
const base58check = createBase58check(sha256);

/** One kind of base58check address: the version bytes in front of a hash, and what such an address means here. */
export interface Base58Kind {
  version: readonly number[];
  verdict: AddressVerdict;
}

/** Bytes of every hash behind a base58check address in the catalogue (RIPEMD-160 or BLAKE2b-160). */
const HASH_BYTES = 20;

/** undefined where the text is no base58check address of any of the kinds, checksum aside. */
export function judgeBase58(address: string, kinds: readonly Base58Kind[]): AddressVerdict | undefined {
  // No such address is longer than 40 characters, and decoding takes time that grows with the square of the length.
  if (address.length > 40) return undefined;
  const bytes = attempt(() => base58.decode(address));
  if (!bytes) return undefined;
  const payload = bytes.subarray(0, -CHECKSUM_BYTES);
  const kind = kinds.find(({ version }) => startsWith(payload, version) && payload.length === version.length + HASH_BYTES);
  if (!kind) return undefined;
  const checksum = sha256(sha256(payload)).subarray(0, CHECKSUM_BYTES);
  if (!sameBytes(checksum, bytes.subarray(-CHECKSUM_BYTES))) return 'address_bad_checksum';
  // A hash of nothing but zeros belongs to nobody: what goes there is burnt.
  return isZero(payload.subarray(kind.version.length)) ? 'address_incorrect' : kind.verdict;
}

export function encodeBase58(version: readonly number[], digest: Uint8Array): string {
  return base58check.encode(concatBytes(Uint8Array.from(version), digest.subarray(0, HASH_BYTES)));
}
