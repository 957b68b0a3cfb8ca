import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { appendFile, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isPublicKey } from '../../contract/signature.ts';
import type { Database } from '../db/database.ts';
import { findHostSetting, writeHostSetting } from '../db/repositories/hostSettings.ts';
import { defaultSigningKeyFile } from '../env.ts';
import type { Logger } from '../log.ts';
import { createSecretFile, readSecretFile, SecretFileError } from '../secretFile.ts';
import { publicKeyOf } from './documentSigner.ts';

const PUBLIC_KEYS_FILE = 'signing-keys.txt';
const MARK = 'signing key';
const MAKE_ONE = '(umask 077; openssl rand -hex 32) >';

/**
 * The key that this host signs with (mode 0600, 32 bytes in hex), and the public keys that it signed with before: those of
 * `signing-keys.txt` in the data directory, where each start adds its own, and those that configuration names. In its
 * default place the first start makes the key; a file that is named must be there, since a process that finds none would
 * sign with a key of its own. Giving the host another key is all that a rotation takes. Throws a SecretFileError.
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
  if (path === defaultSigningKeyFile(dataDirectory)) await createSecretFile(path, `${randomBytes(32).toString('hex')}\n`);
  else if (!existsSync(path)) {
    throw new SecretFileError(`SIGNING_KEY_FILE ${path} is not there. Copy the key of before, or make one: ${MAKE_ONE} ${path}`);
  }
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

/** Processes on one database that sign with different keys are noticed: each start compares its own with that of the last. */
export async function noteSigningKey(database: Database, keyId: string, log: Pick<Logger, 'warn'>): Promise<void> {
  const before = await findHostSetting(database, MARK);
  if (before === keyId) return;
  if (before !== undefined) {
    log.warn(
      { keyId, before },
      'this process signs with another key than the last one that started: right after a rotation; otherwise give all processes one SIGNING_KEY_FILE',
    );
  }
  await writeHostSetting(database, MARK, keyId);
}
