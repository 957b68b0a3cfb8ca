import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { Database } from '../db/database.ts';
import type { DatabaseSettings } from '../db/databaseSettings.ts';
import { copyEmbeddedDatabase, readEmbeddedLedger } from '../db/embeddedCopy.ts';
import { DATABASE_FILE } from '../db/openDatabase.ts';
import { dumpPostgres, readDumpedLedger } from '../db/postgresDump.ts';
import { writeHostSetting } from '../db/repositories/hostSettings.ts';
import { PUBLIC_KEYS_FILE } from '../guarantee/signingKeys.ts';
import { LAST_BACKUP } from '../health/storedState.ts';
import { OPERATOR_FILE } from '../health/operatorFile.ts';
import { ConfigurationError } from '../settings/configurationError.ts';
import { ARCHIVED, writeArchive, type ArchivedFile } from './archive.ts';
import { describeDatabase, type Manifest } from './manifest.ts';
import { sumLedger } from './sumLedger.ts';

/** Where the parts of a host are that a backup copies. */
export interface BackupSource extends Pick<DatabaseSettings, 'dataDirectory' | 'databaseUrl'> {
  signingKeyFile: string;
  identityKeyFile: string;
  seedFile: string;
  backupRecipients: readonly string[];
}

export interface Backup {
  path: string;
  /** Of the encrypted file, hex */
  sha256: string;
  manifest: Manifest;
}

/** Starts the names of folders in the data directory with files that are not encrypted. */
export const WORK = 'backup-work-';
const LEFT_OVER_MS = 24 * 3_600_000;

/**
 * Copies the database that hosts may be using, checks that the journals of the copy sum to zero, and writes it with the signing keys, the
 * identity key and `operator.json` to a new encrypted file in `folder`, next to a file with its SHA-256. Blocks this process while SQLite copies, so a host
 * never calls it. Stores the time in the database.
 *
 * @throws ConfigurationError without recipients or without the programs of PostgreSQL; UnbalancedCopyError
 */
export async function createBackup(
  database: Database,
  source: BackupSource,
  { folder, withSeed, now }: { folder: string; withSeed: boolean; now: () => number },
): Promise<Backup> {
  if (source.backupRecipients.length === 0) {
    throw new ConfigurationError(
      'Set BACKUP_RECIPIENTS to the public keys that may read backups. `backup-key FILE` creates a pair.',
    );
  }
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await removeLeftOvers(source.dataDirectory, now());
  // Copies that are not encrypted stay where the database is.
  const work = await mkdtemp(join(source.dataDirectory, WORK));
  try {
    const facts = await describeDatabase(database, now());
    const copy = await copyDatabase(source, work);
    const ledgerEntries = await sumLedger(copy.ledger());
    const manifest: Manifest = { version: 1, database: copy.kind, ...facts, ledgerEntries, hasSeed: withSeed };
    const manifestFile = join(work, ARCHIVED.manifest);
    await writeFile(manifestFile, `${JSON.stringify(manifest, null, 2)}\n`, { mode: 0o600 });
    const files: ArchivedFile[] = [
      { name: ARCHIVED.manifest, path: manifestFile },
      { name: ARCHIVED[copy.kind], path: copy.path },
      ...present(ARCHIVED.signingKey, source.signingKeyFile),
      ...present(ARCHIVED.identityKey, source.identityKeyFile),
      ...present(ARCHIVED.publicKeys, join(source.dataDirectory, PUBLIC_KEYS_FILE)),
      ...present(ARCHIVED.operatorFile, join(source.dataDirectory, OPERATOR_FILE)),
      ...(withSeed ? [{ name: ARCHIVED.seed, path: source.seedFile }] : []),
    ];
    const path = join(folder, `causeway-${facts.createdAt.replaceAll(/[:.]/g, '-')}.tar.gz.age`);
    const sha256 = await writeArchive(path, files, source.backupRecipients);
    await writeFile(`${path}.sha256`, `${sha256}  ${basename(path)}\n`, { mode: 0o600 });
    await writeHostSetting(database, LAST_BACKUP, facts.createdAt);
    return { path, sha256, manifest };
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}

/** Removes what backups left that were killed. */
async function removeLeftOvers(dataDirectory: string, now: number): Promise<void> {
  const names = (await readdir(dataDirectory)).filter((name) => name.startsWith(WORK));
  for (const name of names) {
    const path = join(dataDirectory, name);
    if (now - (await stat(path)).mtimeMs > LEFT_OVER_MS) await rm(path, { recursive: true, force: true });
  }
}

interface Copy {
  kind: Manifest['database'];
  path: string;
  ledger: () => Parameters<typeof sumLedger>[0];
}

async function copyDatabase({ dataDirectory, databaseUrl }: BackupSource, work: string): Promise<Copy> {
  if (databaseUrl !== null) {
    const path = join(work, ARCHIVED.postgres);
    await dumpPostgres(databaseUrl, path);
    return { kind: 'postgres', path, ledger: () => readDumpedLedger(path) };
  }
  const path = join(work, ARCHIVED.sqlite);
  copyEmbeddedDatabase(join(dataDirectory, DATABASE_FILE), path);
  return { kind: 'sqlite', path, ledger: () => readEmbeddedLedger(path) };
}

const present = (name: ArchivedFile['name'], path: string): ArchivedFile[] => (existsSync(path) ? [{ name, path }] : []);
