import { randomBytes } from 'node:crypto';
import { open } from 'node:fs/promises';
import { readSeedFile } from './ports/chain/evm/seedFile.ts';

/**
 * The host's seed (D41). For embedded networks a missing file is made, with mode 0600 and never overwritten; for real
 * ones it must be there: a seed that appears by itself would be money nobody backed up. Throws a SeedFileError.
 */
export async function loadSeed(path: string, mayCreate: boolean): Promise<Uint8Array> {
  if (mayCreate) await createOnce(path);
  return await readSeedFile(path);
}

async function createOnce(path: string): Promise<void> {
  let file;
  try {
    file = await open(path, 'wx', 0o600);
  } catch (error) {
    // It is there already, or can't be made: reading it says which.
    if (error instanceof Error) return;
    throw error;
  }
  try {
    await file.writeFile(`${randomBytes(32).toString('hex')}\n`);
    await file.sync();
  } finally {
    await file.close();
  }
}
