import { createPublicKey, verify, type KeyObject } from 'node:crypto';
import { promisify } from 'node:util';
import { DOCUMENT_PREFIX } from '../../contract/signedDocuments/guarantee.ts';
import { keyIdOf } from '../../contract/signedDocuments/signature.ts';
import type { SignedDocumentTable } from '../db/tables/documents.ts';

/** Runs outside of the host's thread. */
const verifyInThreadPool = promisify(
  (data: Buffer, key: KeyObject, signature: Buffer, done: (error: Error | null, isValid: boolean) => void) =>
    verify(null, data, key, signature, done),
);

/** SPKI prefix of a raw 32-byte Ed25519 public key, which Node requires. */
const SPKI_FRAME = Buffer.from('302a300506032b6570032100', 'hex');
/** By public key in hex */
const parsedKeys = new Map<string, { keyId: string; key: KeyObject }>();

function parseKey(publicKey: string): { keyId: string; key: KeyObject } {
  const known = parsedKeys.get(publicKey);
  if (known) return known;
  const data = Buffer.concat([SPKI_FRAME, Buffer.from(publicKey, 'hex')]);
  const parsed = { keyId: keyIdOf(publicKey), key: createPublicKey({ key: data, format: 'der', type: 'spki' }) };
  parsedKeys.set(publicKey, parsed);
  return parsed;
}

/** A document as the database stores it: canonical JSON, and the signature in hex. */
type SignedRow = Pick<SignedDocumentTable, 'document' | 'signature' | 'key_id'>;

/**
 * Returns the fields of a stored document if one of the host's keys signed exactly this text, otherwise null. `publicKeys` are hex.
 * Takes about 0.1 ms of another thread.
 */
export async function readSigned(publicKeys: readonly string[], row: SignedRow): Promise<Record<string, unknown> | null> {
  const trusted = publicKeys.map(parseKey).find(({ keyId }) => keyId === row.key_id);
  if (!trusted || !/^[0-9a-f]{128}$/.test(row.signature)) return null;
  const data = Buffer.from(DOCUMENT_PREFIX + row.document, 'utf8');
  if (!(await verifyInThreadPool(data, trusted.key, Buffer.from(row.signature, 'hex')))) return null;
  const document = JSON.parse(row.document) as Record<string, unknown>;
  return document['keyId'] === row.key_id ? document : null;
}

/** Returns those documents of orders that {@link isSignedByHost} accepts, in their order. */
export async function listSigned(
  publicKeys: readonly string[],
  rows: readonly SignedDocumentTable[],
): Promise<SignedDocumentTable[]> {
  const verdicts = await Promise.all(rows.map((row) => isSignedByHost(publicKeys, row)));
  return rows.filter((_row, index) => verdicts[index]);
}

/** Returns whether {@link readSigned} accepts a document, and its text names the same order, kind and number as the row. */
async function isSignedByHost(publicKeys: readonly string[], row: SignedDocumentTable): Promise<boolean> {
  const document = await readSigned(publicKeys, row);
  if (!document) return false;
  const { orderId, kind, number = '1' } = document;
  return orderId === row.order_id && kind === row.kind.toLowerCase() && number === String(row.number);
}
