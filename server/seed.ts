import { randomBytes } from 'node:crypto';
import { readSeedFile } from './ports/chain/evm/seedFile.ts';
import { createSecretFile } from './secretFile.ts';

/**
 * The host's seed (D41). For embedded networks a missing file is made, with mode 0600 and never overwritten; for real
 * ones it must be there: a seed that appears by itself would be money nobody backed up. Throws a SecretFileError.
 */
export async function loadSeed(path: string, mayCreate: boolean): Promise<Uint8Array> {
  if (mayCreate) await createSecretFile(path, `${randomBytes(32).toString('hex')}\n`);
  return await readSeedFile(path);
}
