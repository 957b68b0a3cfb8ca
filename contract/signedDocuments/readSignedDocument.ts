import { isRecord, isSignature, type GuaranteeDocument, type ReceiptDocument, type SignedDocument } from './guarantee.ts';

/**
 * Why a file is refused before its signature is checked. Programs read such files in different ways, so a person could see another
 * value than the signed one.
 *
 * - `notADocument`: not the JSON of a guarantee or a receipt
 * - `moreText`: text after the document, such as a second one
 * - `duplicateKey`: a key occurs twice in one object
 * - `unsignedField`: a field next to `document`, `signature` and `keyId`
 * - `number`: a bare number; all signed values are texts
 * - `signatureForm`: the signature is not 128 hex digits in lower case
 * - `otherVersion`: a version of the document that is not known here
 */
export type DocumentFault =
  | 'notADocument'
  | 'moreText'
  | 'duplicateKey'
  | 'unsignedField'
  | 'number'
  | 'signatureForm'
  | 'otherVersion';

/** `field`: the key that has the fault, or the other version, for display; empty when the fault concerns no key. */
export type SignedDocumentFile =
  | { fault: null; signed: SignedDocument }
  | { fault: DocumentFault; field: string; signed?: undefined };

/** Parses a saved file. Does not verify its signature. */
export function readSignedDocument(text: string): SignedDocumentFile {
  try {
    const { end, duplicateKey, numberKey } = scan(text);
    const value: unknown = JSON.parse(text.slice(0, end));
    if (!isSignedDocument(value)) return refused('notADocument');
    const unsigned = Object.keys(value).find((key) => !['document', 'signature', 'keyId'].includes(key));
    if (text.slice(end).trim() !== '') return refused('moreText');
    if (duplicateKey !== null) return refused('duplicateKey', duplicateKey);
    if (unsigned !== undefined) return refused('unsignedField', unsigned);
    if (numberKey !== null) return refused('number', numberKey);
    if (!isSignature(value.signature)) return refused('signatureForm', 'signature');
    const { kind, version } = value.document;
    return VERSIONS.get(kind) === version ? { fault: null, signed: value } : refused('otherVersion', String(version));
  } catch {
    return refused('notADocument');
  }
}

const refused = (fault: DocumentFault, field = ''): SignedDocumentFile => ({ fault, field });

/** By kind: the only released version (D94). The host signs records for itself too, which promise nothing to a customer. */
const VERSIONS: ReadonlyMap<unknown, unknown> = new Map<
  (GuaranteeDocument | ReceiptDocument)['kind'],
  (GuaranteeDocument | ReceiptDocument)['version']
>([
  ['guarantee', '5'],
  ['receipt', '1'],
]);

function isSignedDocument(value: unknown): value is SignedDocument {
  if (!isRecord(value) || typeof value['signature'] !== 'string' || typeof value['keyId'] !== 'string') return false;
  return isRecord(value['document']) && VERSIONS.has(value['document']['kind']);
}

/** A key with its colon (group 1), a text, a bracket, a separator, or a number or word. An open quotation mark reaches to the end. */
const TOKEN = /("(?:[^"\\]|\\.)*")\s*:|"(?:[^"\\]|\\.)*"?|[{}[\],:]|[^\s{}[\],:"]+/g;

interface Scan {
  /** Where the first object or list ends */
  end: number;
  /** The first key that occurs twice in one object */
  duplicateKey: string | null;
  /** The key of the first number */
  numberKey: string | null;
}

/** Finds what `JSON.parse` hides. The result means nothing if the text up to `end` is not JSON. */
function scan(text: string): Scan {
  const found: Scan = { end: text.length, duplicateKey: null, numberKey: null };
  const levels: { keys: Set<string>; key: string }[] = [];
  for (const { 0: token, 1: quotedKey, index } of text.matchAll(TOKEN)) {
    const level = levels.at(-1);
    if (token === '{' || token === '[') levels.push({ keys: new Set(), key: level?.key ?? '' });
    else if (token === '}' || token === ']') {
      levels.pop();
      if (levels.length === 0) return { ...found, end: index + 1 };
    } else if (quotedKey !== undefined && level) {
      // An escaped spelling of a key is the same key.
      level.key = String(JSON.parse(quotedKey));
      if (level.keys.has(level.key)) found.duplicateKey ??= level.key;
      level.keys.add(level.key);
    } else if (/^[-\d]/.test(token)) found.numberKey ??= level?.key ?? '';
  }
  return found;
}
