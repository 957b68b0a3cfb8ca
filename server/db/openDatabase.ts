import { chmodSync, closeSync, existsSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { ConfigurationError } from '../settings/configurationError.ts';
import type { Logger } from '../common/log.ts';
import { logLongWait } from '../common/logLongWait.ts';
import { findDatabaseLock, openEmbeddedDatabase, type Database, type StatementObserver } from './database.ts';
import { DatabaseLockedError } from './databaseErrors.ts';
import type { DatabaseSettings } from './databaseSettings.ts';
import { migrate } from './migrate.ts';
import { listTables } from './repositories/restoredBooks.ts';

export const DATABASE_FILE = 'causeway.sqlite';
/** The table that a PostgreSQL database has while a backup is being restored into it. No host starts on it meanwhile. */
export const RESTORING = 'restoring';

/**
 * Opens the configured database and brings its schema up to date: PostgreSQL if DATABASE_URL is set, otherwise the embedded
 * database in the data directory. Any number of processes may open the same database at the same time.
 *
 * @throws ConfigurationError if PostgreSQL can't be reached, the file can't be protected, or the database can't be upgraded; a migration's own error if
 * one fails
 */
export async function openDatabase(
  environment: DatabaseSettings,
  log: Pick<Logger, 'error' | 'warn'>,
  observe?: StatementObserver,
): Promise<Database> {
  const { databaseUrl, databasePool } = environment;
  if (databaseUrl === null) {
    const path = join(environment.dataDirectory, DATABASE_FILE);
    protectFiles(path);
    const database = openEmbeddedDatabase(path, { observe, log });
    try {
      await migrate(database, `Move the data directory ${environment.dataDirectory} (DATA_DIR) away, then start again.`);
      return database;
    } catch (error) {
      const lock = findDatabaseLock(database);
      await database.destroy();
      if (!(error instanceof DatabaseLockedError)) throw error;
      throw new ConfigurationError(
        `${lock?.holder ?? 'Another process'} has locked the database ${path}. End it, then start again.`,
      );
    }
  }
  await migratePostgres(databaseUrl, log);
  const { openPostgresDatabase } = await import('./postgres.ts');
  return openPostgresDatabase(databaseUrl, { poolSize: databasePool, log, observe });
}

/** Like {@link openDatabase}, for command-line tools: throws a ConfigurationError if the data directory has no database. */
export async function openExistingDatabase(
  environment: DatabaseSettings,
  log: Pick<Logger, 'error' | 'warn'>,
): Promise<Database> {
  const { databaseUrl, dataDirectory } = environment;
  if (databaseUrl === null && !existsSync(join(dataDirectory, DATABASE_FILE))) {
    throw new ConfigurationError(
      `DATA_DIR ${dataDirectory} contains no database. Start the host once to create it, or set DATA_DIR to the host's data directory.`,
    );
  }
  return await openDatabase(environment, log);
}

const OWNER_ONLY = 0o600;

/** Gives the embedded database mode 0600, also one that exists. SQLite creates its other files with the same mode. */
function protectFiles(path: string): void {
  try {
    closeSync(openSync(path, 'a', OWNER_ONLY));
    for (const file of [path, `${path}-wal`, `${path}-shm`]) if (existsSync(file)) chmodSync(file, OWNER_ONLY);
  } catch (error) {
    throw new ConfigurationError(
      `The database ${path} can't be created or protected from other users: ${reasonOf(error)}. Its owner must be the user of the host.`,
    );
  }
}

/** Longer than in a running host: nobody waits for an answer yet, and the machine may be starting too. */
const FIRST_CONNECTION_MS = 60_000;

/** Runs the migrations over separate connections without timeouts. */
async function migratePostgres(url: string, log: Pick<Logger, 'error' | 'warn'>): Promise<void> {
  const { openPostgresDatabase } = await import('./postgres.ts');
  const database = openPostgresDatabase(url, { poolSize: 2, connectTimeoutMs: FIRST_CONNECTION_MS, hasTimeouts: false, log });
  try {
    const connected = sql`select 1`.execute(database).catch((error: unknown) => {
      throw new ConfigurationError(`DATABASE_URL: the database ${placeOf(url)} can't be used: ${reasonOf(error)}.`);
    });
    await logLongWait(connected, `the database ${placeOf(url)}`, log);
    if ((await listTables(database)).includes(RESTORING)) {
      throw new ConfigurationError(
        `A backup was not restored completely into the database ${placeOf(url)}. Drop the database, create it again, and repeat restore.`,
      );
    }
    await migrate(database, `Point DATABASE_URL at an empty database instead of ${placeOf(url)}, then start again.`);
  } finally {
    await database.destroy();
  }
}

/** Returns host and path of a URL, without the user name and password. */
function placeOf(url: string): string {
  const { host, pathname } = new URL(url);
  return `${host}${pathname}`;
}

function reasonOf(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  if (cause instanceof AggregateError) return reasonOf(cause.errors[0]);
  return cause instanceof Error ? cause.message : 'no reason given';
}
