import { randomBytes } from 'node:crypto';
import { appendFile, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isPublicKey } from '../../contract/signature.ts';
import { createSecretFile, readSecretFile, SecretFileError } from '../secretFile.ts';
import { publicKeyOf } from './documentSigner.ts';

const PUBLIC_KEYS_FILE = 'signing-keys.txt';

/**
 * The key that this host signs with, made at the first start (mode 0600, 32 bytes in hex), and the public keys that it
 * signed with before: those of `signing-keys.txt` in the data directory, where each start adds its own, and those that
 * configuration names. Giving the host another key file is all that a rotation takes. Throws a SecretFileError.
 */
export async function loadSigningKeys({
  path,
  dataDirectory,
  previousKeys,
}: {
  path: string;
  dataDirectory: string;
  previousKeys: readonly string[];
}): Promise<{ secretKey: Uint8Array; previousKeys: string[] }> {
  await createSecretFile(path, `${randomBytes(32).toString('hex')}\n`);
  const text = (await readSecretFile(path, 'signing key')).trim();
  if (!/^[0-9a-f]{64}$/i.test(text)) throw new SecretFileError(`The signing key file ${path} holds no 32 bytes in hex.`);
  const secretKey = new Uint8Array(Buffer.from(text, 'hex'));
  const known = await readPublicKeys(dataDirectory);
  const current = publicKeyOf(secretKey);
  if (!known.includes(current)) await appendFile(join(dataDirectory, PUBLIC_KEYS_FILE), `${current}\n`);
  return { secretKey, previousKeys: [...previousKeys, ...known].filter((key) => key !== current) };
}

/** Every public key that the host of a data directory has signed with, the oldest first; none where no host ran. */
export async function readPublicKeys(dataDirectory: string): Promise<string[]> {
  const text = await readFile(join(dataDirectory, PUBLIC_KEYS_FILE), 'utf8').catch(() => '');
  return text.split(/\s+/).filter(isPublicKey);
}
