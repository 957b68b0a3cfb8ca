import { existsSync } from 'node:fs';
import { appendFile, copyFile, link, open, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { sql } from 'kysely';
import { createSecretFile } from '../common/secretFile.ts';
import type { Logger } from '../common/log.ts';
import { openEmbeddedDatabase, type Database } from '../db/database.ts';
import type { DatabaseSettings } from '../db/databaseSettings.ts';
import { migrate } from '../db/migrate.ts';
import { DATABASE_FILE, RESTORING } from '../db/openDatabase.ts';
import { restorePostgresDump } from '../db/postgresDump.ts';
import { listRestoredLimits, listTables, type RestoredLimits } from '../db/repositories/restoredBooks.ts';
import { listSwitches } from '../db/repositories/switches.ts';
import type { SwitchTable } from '../db/tables/operator.ts';
import { PUBLIC_KEYS_FILE, readPublicKeys } from '../guarantee/signingKeys.ts';
import { OPERATOR_FILE } from '../health/operatorFile.ts';
import { ConfigurationError } from '../settings/configurationError.ts';
import { ARCHIVED, flushFolder } from './archive.ts';
import { withOpenArchive, type OpenArchive } from './openArchive.ts';
import { protectRestored, type Protection } from './protectRestored.ts';
import type { BackupSource } from './createBackup.ts';
import type { Manifest } from './manifest.ts';

/** Where a backup is restored to. */
export type RestoreTarget = Pick<
  BackupSource,
  'dataDirectory' | 'databaseUrl' | 'signingKeyFile' | 'identityKeyFile' | 'seedFile'
> &
  Pick<DatabaseSettings, 'databasePool'>;

/** Who restores, when, and which networks the host is configured for. */
export interface RestoreOptions {
  identity: string;
  networks: readonly string[];
  operator: string;
  now: () => number;
  log: Pick<Logger, 'error'>;
}

export interface Restored extends Protection, RestoredLimits {
  manifest: Manifest;
  switches: SwitchTable[];
}

/**
 * Restores a backup into an empty target. The database appears, or becomes usable, only when it is protected: until then no host starts on
 * it, and a repetition starts again or says what to remove.
 *
 * @throws ConfigurationError if the target is not empty or of another kind, or the backup can't be read
 */
export async function restoreBackup(path: string, target: RestoreTarget, options: RestoreOptions): Promise<Restored> {
  const { dataDirectory, databaseUrl } = target;
  return await withOpenArchive(path, { identity: options.identity, dataDirectory }, async (archive) => {
    const kind = databaseUrl === null ? 'sqlite' : 'postgres';
    if (archive.manifest.database !== kind) {
      throw new ConfigurationError(
        `The backup is of ${archive.manifest.database}, but the configuration names ${kind}. Set or unset DATABASE_URL accordingly.`,
      );
    }
    return databaseUrl === null
      ? await restoreEmbedded(archive, target, options)
      : await restorePostgres(archive, databaseUrl, target, options);
  });
}

const ONLY_THERE = 'Restore the backup with that version.';

async function restoreEmbedded(archive: OpenArchive, target: RestoreTarget, options: RestoreOptions): Promise<Restored> {
  const place = join(target.dataDirectory, DATABASE_FILE);
  const present = [place, `${place}-wal`, `${place}-shm`].filter((file) => existsSync(file));
  if (present.length > 0) {
    throw new ConfigurationError(
      `${present.join(', ')} exists. Stop the host, and move these files away or set DATA_DIR to another folder.`,
    );
  }
  const draft = join(archive.folder, ARCHIVED.sqlite);
  const database = openEmbeddedDatabase(draft);
  let restored: Restored;
  try {
    await migrate(database, ONLY_THERE);
    restored = await protect(database, archive, options);
    await sql`pragma wal_checkpoint(truncate)`.execute(database);
  } finally {
    await database.destroy();
  }
  await restoreFiles(archive, target);
  await flushFile(draft);
  // Fails if a host has created a database meanwhile.
  await link(draft, place);
  await flushFolder(target.dataDirectory);
  return restored;
}

async function restorePostgres(
  archive: OpenArchive,
  url: string,
  target: RestoreTarget,
  options: RestoreOptions,
): Promise<Restored> {
  const { openPostgresDatabase } = await import('../db/postgres.ts');
  const database = openPostgresDatabase(url, { poolSize: 2, hasTimeouts: false, log: options.log });
  try {
    const tables = await listTables(database);
    if (tables.some((table) => table !== RESTORING)) {
      throw new ConfigurationError(
        'The database at DATABASE_URL is not empty. Stop the hosts, and create an empty database or name another one.',
      );
    }
    await sql`create table if not exists ${sql.table(RESTORING)} (started_at bigint)`.execute(database);
    await restorePostgresDump(url, join(archive.folder, ARCHIVED.postgres));
    await migrate(database, ONLY_THERE);
    await restoreFiles(archive, target);
    return await protect(database, archive, options, true);
  } finally {
    await database.destroy();
  }
}

/** `isMarked`: the database has the table that keeps hosts from starting. It goes with the same transaction. */
async function protect(
  database: Database,
  { manifest }: OpenArchive,
  { networks, operator, now }: RestoreOptions,
  isMarked = false,
): Promise<Restored> {
  const at = now();
  return await database.transaction().execute(async (transaction) => {
    // Before the switch of the restore itself.
    const switches = await listSwitches(transaction);
    const limits = await listRestoredLimits(transaction, at);
    const protection = await protectRestored(transaction, { manifest, networks, operator, at });
    if (isMarked) await transaction.schema.dropTable(RESTORING).execute();
    return { manifest, switches, ...limits, ...protection };
  });
}

/** Writes what the target lacks. Existing keys are newer than the backup and stay; the public keys of both are listed. */
async function restoreFiles({ folder }: OpenArchive, target: RestoreTarget): Promise<void> {
  const { dataDirectory, signingKeyFile, identityKeyFile, seedFile } = target;
  for (const [name, path] of [
    [ARCHIVED.signingKey, signingKeyFile],
    [ARCHIVED.identityKey, identityKeyFile],
    [ARCHIVED.seed, seedFile],
  ] as const) {
    const archived = join(folder, name);
    if (existsSync(archived) && !existsSync(path)) await createSecretFile(path, await readFile(archived, 'utf8'));
  }
  const known = await readPublicKeys(dataDirectory);
  const missing = (await readPublicKeys(folder)).filter((key) => !known.includes(key));
  if (missing.length > 0) await appendFile(join(dataDirectory, PUBLIC_KEYS_FILE), `${missing.join('\n')}\n`);
  const operatorFile = join(dataDirectory, OPERATOR_FILE);
  const archived = join(folder, ARCHIVED.operatorFile);
  if (existsSync(archived) && !existsSync(operatorFile)) await copyFile(archived, operatorFile);
}

async function flushFile(path: string): Promise<void> {
  const file = await open(path, 'r+');
  try {
    await file.sync();
  } finally {
    await file.close();
  }
  await flushFolder(dirname(path));
}
