import { isValidSignature } from '../../contract/signedDocuments/signature.ts';

/** Suffix of the signature's file: "latest-linux.yml.sig" */
export const SIGNATURE_SUFFIX = '.sig';

/** Returns what the signature of an update feed (`latest*.yml`) signs. The first line keeps it apart from other signatures of a key. */
export function signedFeedBytes(feed: string): Uint8Array {
  return new TextEncoder().encode(`desktop update\n${feed}`);
}

/** Returns whether one of the keys (hex) has made the signature (hex, Ed25519) of a feed. Never throws. */
export function isSignedFeed(feed: string, signature: string, publicKeys: readonly string[]): boolean {
  return publicKeys.some((key) => {
    try {
      return isValidSignature(signature.trim(), signedFeedBytes(feed), key);
    } catch {
      return false;
    }
  });
}
