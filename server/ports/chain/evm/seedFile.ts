import { open } from 'node:fs/promises';
import { mnemonicToSeed, validateMnemonic } from '@scure/bip39';
import { wordlist } from '@scure/bip39/wordlists/english.js';

/** A seed that can't be used; the message names the file and never its content. */
export class SeedFileError extends Error {
  override readonly name = 'SeedFileError';
}

const OTHERS_MAY = 0o077;
const MOST_BYTES = 1_024;

/**
 * D41: the wallet's seed, from a file that only its owner may read (mode 0600), never from a command line, never logged.
 * The file holds a BIP-39 phrase of 12 to 24 English words, or 32 to 64 bytes in hex. Throws a SeedFileError.
 */
export async function readSeedFile(path: string): Promise<Uint8Array> {
  const file = await open(path, 'r').catch(() => {
    throw new SeedFileError(`The seed file ${path} can't be read.`);
  });
  try {
    // Of the opened file, not of the path: what was checked is what is read.
    const status = await file.stat();
    if (!status.isFile() || status.size > MOST_BYTES) throw new SeedFileError(`The seed file ${path} is no small plain file.`);
    if ((status.mode & OTHERS_MAY) !== 0) {
      throw new SeedFileError(`The seed file ${path} may be read by others than its owner: chmod 600 it.`);
    }
    return await parseSeed(await file.readFile('utf8'), path);
  } finally {
    await file.close();
  }
}

async function parseSeed(text: string, path: string): Promise<Uint8Array> {
  const content = text.trim().replaceAll(/\s+/g, ' ');
  if (/^(?:[0-9a-f]{2}){32,64}$/i.test(content)) return new Uint8Array(Buffer.from(content, 'hex'));
  if (validateMnemonic(content, wordlist)) return mnemonicToSeed(content);
  throw new SeedFileError(`The seed file ${path} holds neither a valid BIP-39 phrase nor 32 to 64 bytes in hex.`);
}
