import { ed25519 } from '@noble/curves/ed25519.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import { canonicalJson } from './canonicalJson.ts';
import { signedBytes, type SignedDocument } from './guarantee.ts';

/*
 * Verifying what a host signed (D42). The page loads this file when it first needs it: the curve is heavy, and
 * `crypto.subtle` is missing outside of secure contexts.
 */

const PUBLIC_KEY = /^[0-9a-f]{64}$/;

/** True for an Ed25519 public key as configuration names it: 64 hex digits in lower case. */
export function isPublicKey(text: string): boolean {
  return PUBLIC_KEY.test(text);
}

/** The first 16 hex digits of the SHA-256 of a public key given in hex. */
export function keyIdOf(publicKey: string): string {
  return bytesToHex(sha256(hexToBytes(publicKey))).slice(0, 16);
}

export function hashOf(value: unknown): string {
  return bytesToHex(sha256(utf8ToBytes(canonicalJson(value))));
}

/** By which a customer who knows the refund address finds it in the guarantee, which everybody with the link may read (D3). */
export function refundAddressHash(orderId: string, address: string, memo: string | null): string {
  return hashOf([orderId, address, memo]);
}

/** `unknownKey`: none of the trusted keys has this id, so nothing can be said. */
export type Verdict = 'valid' | 'invalid' | 'unknownKey';

/** Judges a document by the keys that one trusts (hex). Whatever is wrong with it, it throws nothing. */
export function verifyDocument({ document, signature, keyId }: SignedDocument, trustedKeys: readonly string[]): Verdict {
  const publicKey = trustedKeys.find((key) => isPublicKey(key) && keyIdOf(key) === keyId);
  if (publicKey === undefined) return 'unknownKey';
  if (document['keyId'] !== keyId) return 'invalid';
  try {
    // The strict rules of RFC 8032: one signature, one form.
    return ed25519.verify(hexToBytes(signature), signedBytes(document), hexToBytes(publicKey), { zip215: false })
      ? 'valid'
      : 'invalid';
  } catch {
    return 'invalid';
  }
}
