import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto';

/** Encrypts and digests secrets of customers under a key of the host, so that a stolen database reveals none of them. */
export interface Sealing {
  /**
   * Encrypts a text with AES-256-GCM. `owner` names the row and column, such as "totp:17": the result opens only with the same
   * owner, so it can't be moved to another row.
   */
  seal(text: string, owner: string): string;
  /** Returns the text. Throws if it was changed, belongs to another owner, or was sealed under another key. */
  open(sealed: string, owner: string): string;
  /** Encrypts bytes like a text: nonce, encrypted bytes, tag. */
  sealBytes(bytes: Uint8Array, owner: string): Buffer;
  /** Returns the bytes. Throws as `open` does. */
  openBytes(sealed: Uint8Array, owner: string): Buffer;
  /** Returns a keyed SHA-256 as base64url, for comparing a code with a stored one. Short codes can't be guessed without the key. */
  digest(text: string, owner: string): string;
}

const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** Creates the sealing of a host. `key` has 32 bytes: `deriveKey(seed, 'customer secrets')`. */
export function createSealing(key: Uint8Array): Sealing {
  const sealBytes = (bytes: Uint8Array, owner: string): Buffer => {
    const nonce = randomBytes(NONCE_BYTES);
    const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(owner, 'utf8'));
    const encrypted = cipher.update(bytes);
    return Buffer.concat([nonce, encrypted, cipher.final(), cipher.getAuthTag()]);
  };
  const openBytes = (sealed: Uint8Array, owner: string): Buffer => {
    const nonce = sealed.subarray(0, NONCE_BYTES);
    const decipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: TAG_BYTES })
      .setAAD(Buffer.from(owner, 'utf8'))
      .setAuthTag(sealed.subarray(-TAG_BYTES));
    return Buffer.concat([decipher.update(sealed.subarray(NONCE_BYTES, -TAG_BYTES)), decipher.final()]);
  };
  return {
    sealBytes,
    openBytes,
    seal: (text, owner) => sealBytes(Buffer.from(text, 'utf8'), owner).toString('base64url'),
    open: (sealed, owner) => openBytes(Buffer.from(sealed, 'base64url'), owner).toString('utf8'),
    digest: (text, owner) =>
      createHmac('sha256', key)
        .update(JSON.stringify([owner, text]))
        .digest('base64url'),
  };
}
