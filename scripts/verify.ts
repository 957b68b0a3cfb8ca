import { readFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { describeDocument } from '../contract/signedDocuments/guarantee.ts';
import { readSignedDocument, type DocumentFault } from '../contract/signedDocuments/readSignedDocument.ts';
import { isPublicKey, keyIdOf, verifyDocument } from '../contract/signedDocuments/signature.ts';
import { readPublicKeys } from '../server/guarantee/signingKeys.ts';

/**
 * `npm run verify -- FILE [--key HEX]… [--keys FILE]`: whether a saved guarantee or receipt is what its exchange signed.
 * Without keys it takes those of the host of this data directory; it never asks the network.
 */
const USAGE = `npm run verify -- FILE [--key HEX]... [--keys FILE]
  FILE    a saved guarantee or receipt
  --key   a public key of the exchange, 64 hex digits; may be given several times
  --keys  a file with such keys, one on each line
Without keys: those that the host in DATA_DIR (.data) has signed with.`;

const VALID = 0;
const NOT_VALID = 1;
const CAN_NOT_SAY = 2;

const FAULTS = {
  moreText: 'there is more text after the document',
  duplicateKey: 'a field occurs more than once',
  unsignedField: 'a field is not part of what was signed',
  number: 'a value is a number, and only texts are signed',
  signatureForm: 'the signature is not 128 hex digits in lower case',
} as const satisfies Record<Exclude<DocumentFault, 'notADocument' | 'otherVersion'>, string>;

class UsageError extends Error {
  override readonly name = 'UsageError';
}

async function verify(): Promise<number> {
  const { values, positionals } = readArguments();
  const [file, ...more] = positionals;
  if (file === undefined || more.length > 0) throw new UsageError(USAGE);
  const read = readSignedDocument(await readText(file));
  if (read.fault === 'notADocument') throw new UsageError(`${file} is no guarantee and no receipt.`);
  if (read.fault === 'otherVersion') {
    throw new UsageError(
      `${file} is version ${printable(read.field)} of a document, which this version of Causeway can't check.`,
    );
  }
  if (read.fault !== null) {
    console.log(`NOT VALID: ${FAULTS[read.fault]}${read.field === '' ? '' : `: ${printable(read.field)}`}`);
    return NOT_VALID;
  }
  const { signed } = read;
  const keys = await readKeys(values);
  const verdict = verifyDocument(signed, keys);
  for (const { path, value } of describeDocument(signed.document)) console.log(`${path}: ${value}`);
  console.log(`\nKey id: ${printable(signed.keyId)}`);
  if (verdict === 'valid') {
    console.log('VALID: the owner of this key signed it, and nothing in it was changed since.');
    return VALID;
  }
  console.log(
    verdict === 'invalid'
      ? 'NOT VALID: it was changed after it was signed, or the owner of this key never signed it.'
      : `NOT VALID: none of the ${keys.length} keys that are trusted here has this id (${keys.map(keyIdOf).join(', ')}).`,
  );
  return NOT_VALID;
}

function readArguments() {
  try {
    return parseArgs({
      allowPositionals: true,
      options: { key: { type: 'string', multiple: true }, keys: { type: 'string' } },
    });
  } catch (error) {
    throw new UsageError(`${error instanceof Error ? error.message : ''}\n${USAGE}`);
  }
}

async function readKeys({ key, keys: file }: { key?: string[]; keys?: string }): Promise<string[]> {
  const named = [...(key ?? []), ...(file === undefined ? [] : (await readText(file)).split(/\s+/).filter(Boolean))];
  const wrong = named.find((one) => !isPublicKey(one));
  if (wrong !== undefined) throw new UsageError(`"${printable(wrong)}" is no public key: 64 hex digits in lower case.`);
  if (named.length > 0) return named;
  const dataDirectory = process.env['DATA_DIR'] || '.data';
  const own = await readPublicKeys(dataDirectory);
  if (own.length === 0) throw new UsageError(`DATA_DIR ${dataDirectory} names no keys: give the exchange's with --key.`);
  return own;
}

async function readText(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8');
  } catch {
    throw new UsageError(`${file} can't be read.`);
  }
}

/** Escapes control characters, because an untrusted file must not control the terminal. */
function printable(text: string): string {
  return JSON.stringify(text).slice(1, -1).slice(0, 200);
}

try {
  process.exitCode = await verify();
} catch (error) {
  console.error(error instanceof UsageError ? error.message : error);
  process.exitCode = CAN_NOT_SAY;
}
