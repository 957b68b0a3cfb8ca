import { ed25519 } from '@noble/curves/ed25519.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { keccak_256 } from '@noble/hashes/sha3.js';
import { bytesToNumberLE, concatBytes } from '@noble/curves/utils.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { base58xmr } from '@scure/base';
import { type AddressRules, type AddressVerdict, attempt, sameBytes } from './rules.ts';

/** cryptonote_config.h: network byte → what it is; integrated addresses carry 8 bytes more. */
const MAIN = { standard: 18, integrated: 19, subaddress: 42 };
const TEST_BYTES = [53, 54, 63, 24, 25, 36];
const INTEGRATED_BYTES = [MAIN.integrated, 54, 25];
const INTEGRATED_LENGTH = 106;
const KEYS_BYTES = 64;
const PAYMENT_ID_BYTES = 8;
const CHECKSUM_BYTES = 4;

const isPoint = (bytes: Uint8Array): boolean => attempt(() => ed25519.Point.fromBytes(bytes)) !== undefined;

/** A public key from a digest: a scalar below the group's order, times the base point. */
function publicKey(digest: Uint8Array, purpose: string): Uint8Array {
  const scalar = bytesToNumberLE(sha256(concatBytes(digest, utf8ToBytes(purpose)))) % ed25519.Point.Fn.ORDER;
  return ed25519.Point.BASE.multiply(scalar).toBytes();
}

/** The payload of a valid integrated address; undefined for any other text. */
function integratedPayload(address: string): Uint8Array | undefined {
  if (address.length !== INTEGRATED_LENGTH) return undefined;
  const payload = attempt(() => base58xmr.decode(address))?.subarray(0, -CHECKSUM_BYTES);
  return payload?.[0] === MAIN.integrated ? payload : undefined;
}

function encodePayload(payload: Uint8Array): string {
  return base58xmr.encode(concatBytes(payload, keccak_256(payload).subarray(0, CHECKSUM_BYTES)));
}

export const monero: AddressRules = {
  judge(address): AddressVerdict {
    if (!/^[1-9A-HJ-NP-Za-km-z]{95}(?:[1-9A-HJ-NP-Za-km-z]{11})?$/.test(address)) return 'address_incorrect';
    const bytes = attempt(() => base58xmr.decode(address));
    // A block that stands for more than 8 bytes is what a mistyped letter makes as well as a wrong checksum.
    if (!bytes) return 'address_bad_checksum';
    const payload = bytes.subarray(0, -CHECKSUM_BYTES);
    if (!sameBytes(keccak_256(payload).subarray(0, CHECKSUM_BYTES), bytes.subarray(-CHECKSUM_BYTES)))
      return 'address_bad_checksum';
    const [network = 0] = payload;
    const length = 1 + KEYS_BYTES + (INTEGRATED_BYTES.includes(network) ? PAYMENT_ID_BYTES : 0);
    if (payload.length !== length) return 'address_incorrect';
    if (TEST_BYTES.includes(network)) return 'address_testnet';
    if (!Object.values(MAIN).includes(network)) return 'address_incorrect';
    return isPoint(payload.subarray(1, 33)) && isPoint(payload.subarray(33, 65)) ? 'valid' : 'address_incorrect';
  },
  normalise(address) {
    const payload = integratedPayload(address);
    return payload ? encodePayload(Uint8Array.of(MAIN.standard, ...payload.subarray(1, 1 + KEYS_BYTES))) : address;
  },
  /** The payment ID of an integrated address. The network has no memo of its own, so such an address is paid as it is. */
  routingOf(address) {
    const payload = integratedPayload(address);
    return payload ? bytesToHex(payload.subarray(1 + KEYS_BYTES)) : null;
  },
  encode: (digest) =>
    encodePayload(concatBytes(Uint8Array.of(MAIN.subaddress), publicKey(digest, 'spend'), publicKey(digest, 'view'))),
};
