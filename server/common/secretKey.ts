import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { createSecretFile, readSecretFile, SecretFileError } from './secretFile.ts';

const CREATE_KEY = '(umask 077; openssl rand -hex 32) >';

/**
 * Returns a key of 32 bytes from its file (mode 0600, hex). The first start creates it at its default path. A configured file must
 * exist: otherwise each process would create a different key. `what` names the key in messages, such as "signing key", `variable` is
 * the one that configures the path. Throws a SecretFileError.
 */
export async function loadSecretKey({
  path,
  defaultPath,
  what,
  variable,
}: {
  path: string;
  defaultPath: string;
  what: string;
  variable: string;
}): Promise<Uint8Array> {
  if (path === defaultPath) await createSecretFile(path, `${randomBytes(32).toString('hex')}\n`);
  else if (!existsSync(path)) {
    throw new SecretFileError(`${variable} ${path} does not exist. Copy the existing key, or create one: ${CREATE_KEY} ${path}`);
  }
  const text = (await readSecretFile(path, what)).trim();
  if (!/^[0-9a-f]{64}$/i.test(text)) throw new SecretFileError(`The ${what} file ${path} must contain 32 bytes in hex.`);
  return new Uint8Array(Buffer.from(text, 'hex'));
}
