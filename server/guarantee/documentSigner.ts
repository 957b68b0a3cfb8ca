import { createPrivateKey, createPublicKey, sign } from 'node:crypto';
import { signedBytes, type GuaranteeDocument, type ReceiptDocument } from '../../contract/guarantee.ts';
import type { SigningKeys } from '../../contract/schemas/guarantee.ts';
import { keyIdOf } from '../../contract/signature.ts';

/** What the signer adds by itself: nobody else says under which key, and in whose name. */
type Content<Document> = Omit<Document, 'version' | 'keyId' | 'exchange'>;

/** A signed document as the database keeps it. */
export interface StoredSignature<Document> {
  document: Document;
  signature: string;
  keyId: string;
}

/** Signs in the host's name (D42). */
export interface DocumentSigner {
  /** Public keys in hex, the current one first. */
  readonly publicKeys: readonly string[];
  signGuarantee(content: Content<GuaranteeDocument>): StoredSignature<GuaranteeDocument>;
  signReceipt(content: Content<ReceiptDocument>): StoredSignature<ReceiptDocument>;
}

/** An Ed25519 private key of 32 bytes in the frame of PKCS #8, which Node wants around it. */
const PKCS8_FRAME = Buffer.from('302e020100300506032b657004220420', 'hex');

/** `secretKey` is 32 bytes; `previousKeys` are public keys in hex that this host signed with before. */
export function createDocumentSigner({
  secretKey,
  previousKeys,
  exchange,
}: {
  secretKey: Uint8Array;
  previousKeys: readonly string[];
  exchange: string;
}): DocumentSigner {
  const key = createPrivateKey({ key: Buffer.concat([PKCS8_FRAME, secretKey]), format: 'der', type: 'pkcs8' });
  const publicKey = publicKeyOf(secretKey);
  const keyId = keyIdOf(publicKey);
  const seal = <Document extends GuaranteeDocument | ReceiptDocument>(document: Document): StoredSignature<Document> => ({
    document,
    signature: sign(null, signedBytes(document), key).toString('hex'),
    keyId,
  });
  const own = { keyId, exchange };
  return {
    publicKeys: [...new Set([publicKey, ...previousKeys])],
    signGuarantee: (content) => seal({ version: '3', ...own, ...content }),
    signReceipt: (content) => seal({ version: '1', ...own, ...content }),
  };
}

/** In hex. */
export function publicKeyOf(secretKey: Uint8Array): string {
  const key = createPrivateKey({ key: Buffer.concat([PKCS8_FRAME, secretKey]), format: 'der', type: 'pkcs8' });
  const { x = '' } = createPublicKey(key).export({ format: 'jwk' });
  return Buffer.from(x, 'base64url').toString('hex');
}

/** As `GET /api/v1/keys` tells them. */
export function presentSigningKeys({ publicKeys }: DocumentSigner): SigningKeys {
  const [current, ...previous] = publicKeys.map((publicKey) => ({ keyId: keyIdOf(publicKey), publicKey }));
  if (!current) throw new Error('A signer has a key');
  return { current, previous };
}
