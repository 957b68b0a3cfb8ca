import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream as NodeReadableStream } from 'node:stream/web';
import { createGunzip, createGzip } from 'node:zlib';
import { Decrypter, Encrypter } from 'age-encryption';
import { packTar, unpackTar } from 'modern-tar/fs';
import { ConfigurationError } from '../settings/configurationError.ts';

/** The names in an archive. Nothing else is taken out of one. */
export const ARCHIVED = {
  manifest: 'manifest.json',
  sqlite: 'causeway.sqlite',
  postgres: 'causeway.pgdump',
  signingKey: 'signing-key',
  identityKey: 'identity-key',
  publicKeys: 'signing-keys.txt',
  operatorFile: 'operator.json',
  seed: 'seed',
} as const;

/** A file to archive. */
export interface ArchivedFile {
  name: (typeof ARCHIVED)[keyof typeof ARCHIVED];
  path: string;
}

const NAMES: readonly string[] = Object.values(ARCHIVED);
/** The cheapest level halves a database. Better ones take several times as long. */
const GZIP_LEVEL = 1;

/**
 * Writes files into an archive that only the recipients can read: tar, gzip, age. Memory does not grow with its size. `path` gets mode
 * 0600 and appears once it is complete and on disk. Returns the SHA-256 of the encrypted file, hex. Throws a
 * ConfigurationError.
 */
export async function writeArchive(path: string, files: readonly ArchivedFile[], recipients: readonly string[]): Promise<string> {
  const draft = `${path}.incomplete`;
  const hash = createHash('sha256');
  const encrypter = encrypterFor(recipients);
  try {
    const zip = createGzip({ level: GZIP_LEVEL });
    const isZipped = pipeline(packTar(files.map(({ name, path: source }) => ({ type: 'file', source, target: name }))), zip);
    const encrypted = await encrypter.encrypt(webStreamOf(zip));
    const hashed = async function* (chunks: AsyncIterable<Uint8Array>) {
      for await (const chunk of chunks) {
        hash.update(chunk);
        yield chunk;
      }
    };
    const file = createWriteStream(draft, { flags: 'wx', mode: 0o600, flush: true });
    await Promise.all([isZipped, pipeline(nodeStreamOf(encrypted), hashed, file)]);
    await rename(draft, path);
    await flushFolder(dirname(path));
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
  return hash.digest('hex');
}

/** Throws a ConfigurationError. */
function encrypterFor(recipients: readonly string[]): Encrypter {
  const encrypter = new Encrypter();
  for (const recipient of recipients) {
    try {
      encrypter.addRecipient(recipient);
    } catch {
      throw new ConfigurationError(`BACKUP_RECIPIENTS: ${recipient} is not a public key of age.`);
    }
  }
  return encrypter;
}

/**
 * Takes the files of an archive out into a folder. `identity` is the secret key of one of its recipients. Throws a ConfigurationError if
 * the file can't be read with it.
 */
export async function readArchive(path: string, identity: string, folder: string): Promise<void> {
  const decrypter = new Decrypter();
  decrypter.addIdentity(identity);
  const unpack = unpackTar(folder, { filter: ({ name, type }) => type === 'file' && NAMES.includes(name), fmode: 0o600 });
  try {
    const decrypted = await decrypter.decrypt(webStreamOf(createReadStream(path)));
    await pipeline(nodeStreamOf(decrypted), createGunzip(), unpack);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new ConfigurationError(
      `${path} can't be read: ${reason}. Either it is damaged or incomplete, or it was not encrypted to this key.`,
    );
  }
}

/** Returns the SHA-256 of a file, hex. */
export async function hashFile(path: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  return hash.digest('hex');
}

/** Makes a rename in a folder durable. */
export async function flushFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

// The types of the browser's streams and of Node's differ, the objects do not.
const webStreamOf = (stream: Readable): ReadableStream<Uint8Array> => Readable.toWeb(stream) as ReadableStream<Uint8Array>;
const nodeStreamOf = (stream: ReadableStream<Uint8Array>): Readable => Readable.fromWeb(stream as NodeReadableStream<Uint8Array>);
