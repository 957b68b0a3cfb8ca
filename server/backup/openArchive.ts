import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { readEmbeddedLedger } from '../db/embeddedCopy.ts';
import { readDumpedLedger } from '../db/postgresDump.ts';
import { ConfigurationError } from '../settings/configurationError.ts';
import { ARCHIVED, hashFile, readArchive } from './archive.ts';
import { WORK } from './createBackup.ts';
import { readManifest, type Manifest } from './manifest.ts';
import { sumLedger } from './sumLedger.ts';

/** A backup whose files were taken out of the archive and checked. */
export interface OpenArchive {
  manifest: Manifest;
  /** The folder of the files, named as in the archive */
  folder: string;
}

/**
 * Takes a backup out into a folder below `dataDirectory`, checks it as `createBackup` did, passes it to `work` and removes the folder.
 *
 * @throws ConfigurationError if the file is damaged, incomplete, of another version, or not encrypted to the key; UnbalancedCopyError
 */
export async function withOpenArchive<Result>(
  path: string,
  { identity, dataDirectory }: { identity: string; dataDirectory: string },
  work: (archive: OpenArchive) => Promise<Result>,
): Promise<Result> {
  await checkHash(path);
  const folder = await mkdtemp(join(dataDirectory, WORK));
  try {
    await readArchive(path, identity, folder);
    const manifest = await readManifest(join(folder, ARCHIVED.manifest));
    const copy = join(folder, ARCHIVED[manifest.database]);
    if (!existsSync(copy)) throw new ConfigurationError(`${path} contains no database.`);
    const entries = await sumLedger(manifest.database === 'sqlite' ? readEmbeddedLedger(copy) : readDumpedLedger(copy));
    if (entries !== manifest.ledgerEntries) {
      throw new ConfigurationError(
        `The ledger of the backup has ${entries} entries, but its manifest says ${manifest.ledgerEntries}. Use another backup.`,
      );
    }
    return await work({ manifest, folder });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Compares a backup with the SHA-256 that was written beside it, if that file is still there. */
async function checkHash(path: string): Promise<void> {
  if (!existsSync(path)) throw new ConfigurationError(`There is no backup ${path}.`);
  const beside = await readFile(`${path}.sha256`, 'utf8').catch(() => null);
  if (beside === null || beside.startsWith(await hashFile(path))) return;
  throw new ConfigurationError(`${path} is not the file that was written: its SHA-256 differs from ${path}.sha256.`);
}
