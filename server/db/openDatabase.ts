import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { ConfigurationError, type ServerEnvironment } from '../env.ts';
import type { Logger } from '../log.ts';
import { openEmbeddedDatabase, type Database } from './database.ts';
import { migrate } from './migrate.ts';
import { openPostgresDatabase } from './postgres.ts';

type DatabaseEnvironment = Pick<ServerEnvironment, 'dataDirectory' | 'databaseUrl' | 'databasePool'>;

export const DATABASE_FILE = 'causeway.sqlite';

/**
 * The database by configuration, its schema up to date: PostgreSQL where DATABASE_URL names one, otherwise the embedded
 * one in the data directory. Any number of processes may open the same one at the same time.
 * Throws a ConfigurationError when PostgreSQL can't be reached, and a migration's own error when one fails.
 */
export async function openDatabase(environment: DatabaseEnvironment, log: Pick<Logger, 'error'>): Promise<Database> {
  const { databaseUrl, databasePool } = environment;
  if (databaseUrl === null) {
    const database = openEmbeddedDatabase(join(environment.dataDirectory, DATABASE_FILE));
    await migrate(database);
    return database;
  }
  await migratePostgres(databaseUrl, log);
  return openPostgresDatabase(databaseUrl, { poolSize: databasePool, log });
}

/** {@link openDatabase} for tools beside a host: a data directory without a database is a mistake, not a fresh start. */
export async function openExistingDatabase(environment: DatabaseEnvironment, log: Pick<Logger, 'error'>): Promise<Database> {
  const { databaseUrl, dataDirectory } = environment;
  if (databaseUrl === null && !existsSync(join(dataDirectory, DATABASE_FILE))) {
    throw new ConfigurationError(`DATA_DIR ${dataDirectory} holds no database of a host.`);
  }
  return await openDatabase(environment, log);
}

/** Over connections of its own, which may take the time that they need. */
async function migratePostgres(url: string, log: Pick<Logger, 'error'>): Promise<void> {
  const database = openPostgresDatabase(url, { poolSize: 2, hasTimeouts: false, log });
  try {
    await sql`select 1`.execute(database).catch((error: unknown) => {
      throw new ConfigurationError(`DATABASE_URL: the database ${placeOf(url)} can't be used: ${reasonOf(error)}.`);
    });
    await migrate(database);
  } finally {
    await database.destroy();
  }
}

/** Without the user's name and password. */
function placeOf(url: string): string {
  const { host, pathname } = new URL(url);
  return `${host}${pathname}`;
}

function reasonOf(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  if (cause instanceof AggregateError) return reasonOf(cause.errors[0]);
  return cause instanceof Error ? cause.message : 'no reason given';
}
