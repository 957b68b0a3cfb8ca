import { existsSync } from 'node:fs';
import { generateX25519Identity, identityToRecipient } from 'age-encryption';
import { isoTime } from '../../contract/isoTime.ts';
import { createSecretFile, readSecretFile } from '../common/secretFile.ts';
import { ConfigurationError } from '../settings/configurationError.ts';

/**
 * Creates a key pair for backups. The secret key is written to a new file with mode 0600, as `age-keygen` writes it. Returns the public
 * key. Throws a ConfigurationError if the file exists or can't be created.
 */
export async function createBackupKey(path: string, now: number): Promise<string> {
  if (existsSync(path))
    throw new ConfigurationError(`${path} exists. A key that backups were encrypted to must not be replaced.`);
  const identity = await generateX25519Identity();
  const recipient = await identityToRecipient(identity);
  await createSecretFile(path, `# created: ${isoTime(now)}\n# public key: ${recipient}\n${identity}\n`);
  // Another process may have created it first, or nothing could be created.
  if ((await readBackupKey(path)) !== identity) throw new ConfigurationError(`${path} could not be created.`);
  return recipient;
}

/** Returns the secret key of a file. Throws a SecretFileError or a ConfigurationError. */
export async function readBackupKey(path: string): Promise<string> {
  const text = await readSecretFile(path, 'backup key');
  const identity = text.split('\n').find((line) => line.startsWith('AGE-SECRET-KEY-'));
  if (identity === undefined) throw new ConfigurationError(`${path} holds no secret key of age (AGE-SECRET-KEY-…).`);
  return identity.trim();
}
