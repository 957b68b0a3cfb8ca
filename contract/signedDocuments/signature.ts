import { ed25519 } from '@noble/curves/ed25519.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import { canonicalJson } from './canonicalJson.ts';
import {
  isSignature,
  signedBytes,
  type GuaranteeDocument,
  type GuaranteeField,
  type RequestedOrder,
  type SignedDocument,
} from './guarantee.ts';

/*
 * Verifying what a host signed (D42). The page loads this file when it first needs it: the curve is heavy, and
 * `crypto.subtle` is missing outside of secure contexts.
 */

const PUBLIC_KEY = /^[0-9a-f]{64}$/;

/** Returns whether a text is an Ed25519 public key in the configuration format: 64 lower-case hex digits. */
export function isPublicKey(text: string): boolean {
  return PUBLIC_KEY.test(text);
}

/** Returns the first 16 hex digits of the SHA-256 of a public key in hex. */
export function keyIdOf(publicKey: string): string {
  return bytesToHex(sha256(hexToBytes(publicKey))).slice(0, 16);
}

export function hashOf(value: unknown): string {
  return bytesToHex(sha256(utf8ToBytes(canonicalJson(value))));
}

/** Hash of the refund address. The guarantee is readable with the order link, so it does not contain the address itself (D3). */
export function refundAddressHash(orderId: string, address: string, memo: string | null): string {
  return hashOf([orderId, address, memo]);
}

/** Hash of the hash of the order token, which the guarantee signs: who holds the token can prove it, and nobody can guess it (D3). */
export function orderTokenHash(orderId: string, tokenHash: string): string {
  return hashOf([orderId, tokenHash]);
}

/**
 * Returns what a guarantee signs as the hash of another value than the customer's: the refund address, or the order token. With
 * another token somebody else could have the deposit refunded (D3).
 */
export function fieldsOtherThanInput(requested: RequestedOrder, document: GuaranteeDocument): GuaranteeField[] {
  const { orderId } = document;
  const refund = requested.refundAddress?.trim();
  const refundHash = refund ? refundAddressHash(orderId, refund, requested.refundAddressMemo?.trim() || null) : null;
  const token = requested.orderTokenHash;
  const isOtherRefund = (document.refundPolicy?.refundAddressHash ?? null) !== refundHash;
  const isOtherToken = token !== undefined && document.orderTokenHash !== (token && orderTokenHash(orderId, token));
  return [...(isOtherRefund ? ['refundAddress' as const] : []), ...(isOtherToken ? ['orderToken' as const] : [])];
}

/** `unknownKey`: no trusted key has this id, so the signature can't be verified. */
export type Verdict = 'valid' | 'invalid' | 'unknownKey';

/** Verifies a document with trusted keys (hex). A field next to the three of a signed document makes it invalid. Never throws. */
export function verifyDocument(
  { document, signature, keyId, ...unsigned }: SignedDocument,
  trustedKeys: readonly string[],
): Verdict {
  const publicKey = trustedKeys.find((key) => isPublicKey(key) && keyIdOf(key) === keyId);
  if (publicKey === undefined) return 'unknownKey';
  if (document['keyId'] !== keyId || Object.keys(unsigned).length > 0) return 'invalid';
  try {
    return isValidSignature(signature, signedBytes(document), publicKey) ? 'valid' : 'invalid';
  } catch {
    return 'invalid';
  }
}

/**
 * Whether an Ed25519 signature (hex) is valid and written in its one canonical form, so that every verifier agrees. The strict rules
 * of RFC 8032 exclude other encodings of the key, of R, and S from the group order up. Points outside the prime-order subgroup are
 * refused too: there verifiers with and without the cofactor differ (https://eprint.iacr.org/2020/1244). Throws on a malformed key.
 */
export function isValidSignature(signature: string, message: Uint8Array, publicKey: string): boolean {
  if (!isSignature(signature)) return false;
  const [bytes, key] = [hexToBytes(signature), hexToBytes(publicKey)];
  if (!ed25519.verify(bytes, message, key, { zip215: false })) return false;
  return isOfPrimeOrder(bytes.subarray(0, 32)) && isKeyOfPrimeOrder(publicKey, key);
}

const isOfPrimeOrder = (point: Uint8Array): boolean => ed25519.Point.fromBytes(point).isTorsionFree();

/** By trusted key in hex. A web host verifies with the same few keys for every page, and the check takes milliseconds. */
const primeOrderKeys = new Map<string, boolean>();

function isKeyOfPrimeOrder(publicKey: string, key: Uint8Array): boolean {
  const known = primeOrderKeys.get(publicKey) ?? isOfPrimeOrder(key);
  primeOrderKeys.set(publicKey, known);
  return known;
}
