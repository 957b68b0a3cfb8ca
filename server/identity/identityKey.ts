import { loadSecretKey } from '../common/secretKey.ts';
import { defaultIdentityKeyFile, type IdentitySettings } from './identitySettings.ts';

/** Returns the key that encrypts the keys of all submissions. All hosts of a database need the same one. Throws a SecretFileError. */
export async function loadIdentityKey({
  identityKeyFile,
  dataDirectory,
}: Pick<IdentitySettings, 'identityKeyFile'> & { dataDirectory: string }): Promise<Uint8Array> {
  return await loadSecretKey({
    path: identityKeyFile,
    defaultPath: defaultIdentityKeyFile(dataDirectory),
    what: 'identity key',
    variable: 'IDENTITY_KEY_FILE',
  });
}
