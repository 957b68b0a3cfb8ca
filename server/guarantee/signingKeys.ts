import { appendFile, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isPublicKey } from '../../contract/signedDocuments/signature.ts';
import type { Database } from '../db/database.ts';
import { findHostSetting, writeHostSetting } from '../db/repositories/hostSettings.ts';
import type { Logger } from '../common/log.ts';
import { loadSecretKey } from '../common/secretKey.ts';
import { defaultSigningKeyFile, type SigningSettings } from './signingSettings.ts';
import { createDocumentSigner, publicKeyOf, type DocumentSigner } from './documentSigner.ts';

/** The name of the file in a host's data directory that lists its public keys. */
export const PUBLIC_KEYS_FILE = 'signing-keys.txt';
const MARK = 'signing key';

/**
 * Returns the signing key (mode 0600, 32 bytes in hex) and the former public keys: those of `signing-keys.txt` in the data
 * directory, to which each start adds its own, and those of the configuration. The first start creates the key at its default
 * path. A configured file must exist: otherwise each process would create a different key. To rotate, replace the key.
 * Throws a SecretFileError.
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
  const secretKey = await loadSecretKey({
    path,
    defaultPath: defaultSigningKeyFile(dataDirectory),
    what: 'signing key',
    variable: 'SIGNING_KEY_FILE',
  });
  const known = await readPublicKeys(dataDirectory);
  const current = publicKeyOf(secretKey);
  if (!known.includes(current)) await appendFile(join(dataDirectory, PUBLIC_KEYS_FILE), `${current}\n`);
  return { secretKey, previousKeys: [...previousKeys, ...known].filter((key) => key !== current) };
}

/** Creates the host's signer from its configuration. Throws a SecretFileError. */
export async function loadDocumentSigner(
  environment: SigningSettings & { dataDirectory: string; brandName: string },
): Promise<DocumentSigner> {
  const keys = await loadSigningKeys({
    path: environment.signingKeyFile,
    dataDirectory: environment.dataDirectory,
    previousKeys: environment.previousSigningKeys,
  });
  return createDocumentSigner({ ...keys, exchange: environment.brandName });
}

/** Returns all public keys used with a data directory, oldest first; empty before the first start. */
export async function readPublicKeys(dataDirectory: string): Promise<string[]> {
  const text = await readFile(join(dataDirectory, PUBLIC_KEYS_FILE), 'utf8').catch(() => '');
  return text.split(/\s+/).filter(isPublicKey);
}

/** Warns if the last process that started on this database used another signing key. */
export async function noteSigningKey(database: Database, keyId: string, log: Pick<Logger, 'warn'>): Promise<void> {
  const before = await findHostSetting(database, MARK);
  if (before === keyId) return;
  if (before !== undefined) {
    log.warn(
      { keyId, before },
      'the signing key differs from that of the last started process; this is expected after a rotation, otherwise use one SIGNING_KEY_FILE for all processes',
    );
  }
  await writeHostSetting(database, MARK, keyId);
}
