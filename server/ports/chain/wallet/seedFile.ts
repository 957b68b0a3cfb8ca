import { existsSync } from 'node:fs';
import { mnemonicToSeed, validateMnemonic } from '@scure/bip39';
import { wordlist } from '@scure/bip39/wordlists/english.js';
import { readSecretFile, SecretFileError } from '../../../common/secretFile.ts';

/**
 * Returns the wallet's seed (D41): from a BIP-39 phrase of 12 to 24 English words, or 32 to 64 bytes in hex. Throws a
 * SecretFileError, whose message never contains the seed.
 */
export async function readSeedFile(path: string): Promise<Uint8Array> {
  if (!existsSync(path)) {
    throw new SecretFileError(
      `There is no seed file ${path}. Copy yours there, or make one as docs/networks.md#make-the-seed says. It controls the money on real networks, so the host does not make one that you have no copy of.`,
    );
  }
  const content = (await readSecretFile(path, 'seed')).trim().replaceAll(/\s+/g, ' ');
  if (/^(?:[0-9a-f]{2}){32,64}$/i.test(content)) return new Uint8Array(Buffer.from(content, 'hex'));
  if (validateMnemonic(content, wordlist)) return mnemonicToSeed(content);
  throw new SecretFileError(`The seed file ${path} holds neither a valid BIP-39 phrase nor 32 to 64 bytes in hex.`);
}
