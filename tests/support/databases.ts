import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import process from 'node:process';
import { DatabaseSync } from 'node:sqlite';
import { it } from 'vitest';
import { quickFolder } from '../../scripts/site/quickFolder.ts';
import { openEmbeddedDatabase, type Database, type StatementObserver } from '../../server/db/database.ts';
import { migrate } from '../../server/db/migrate.ts';
import { DATABASE_FILE } from '../../server/db/openDatabase.ts';
import { openPostgresDatabase } from '../../server/db/postgres.ts';
import { freshDatabase, returnDatabase } from './postgres.ts';

/** The databases that a host supports. Tests of SQL, locks, transactions and the times of several hosts run on both. */
export const DATABASES = ['SQLite', 'PostgreSQL'] as const;
export type DatabaseKind = (typeof DATABASES)[number];

/** One of so many names gets PostgreSQL, on which a test takes three times as long. */
const SHARE_OF_POSTGRES = 3;

/** Whether every test that can use both databases does: `npm test -- --all`. */
export const onAllDatabases = (): boolean => process.env['ALL_TESTS'] === '1';

/** Returns the one database that a name is given: always the same, on every machine. */
export function databaseOf(name: string): DatabaseKind {
  const [byte = 0] = createHash('sha256').update(name).digest();
  return byte % SHARE_OF_POSTGRES === 0 ? 'PostgreSQL' : 'SQLite';
}

/**
 * Returns the database for rules that only happen to need one: that of the test file's name, or both with `npm test -- --all`.
 *
 * @param file the path of the test file: `import.meta.filename`
 */
export function oneDatabase(file: string): readonly DatabaseKind[] {
  return onAllDatabases() ? DATABASES : [databaseOf(relative(process.cwd(), file).split(sep).join('/'))];
}

/**
 * Returns what registers the tests of a file's rules in a suite that runs on both databases because its other tests concern
 * concurrency: on a database that is not that of {@link oneDatabase} it registers nothing.
 */
export function rulesOn(kind: DatabaseKind, file: string): (name: string, run: () => Promise<void>) => void {
  return oneDatabase(file).includes(kind) ? (name, run) => it(name, run) : () => undefined;
}

/** A database that several processes may open. */
export interface TestStore {
  /** The path of the SQLite file, or the URL of the PostgreSQL database. */
  readonly place: string;
  /** Opens one more connection, as another process does. */
  open(observe?: StatementObserver): Database;
  /** Removes the data. The caller destroys the connections that it opened. */
  remove(): void;
}

/** A host's own patience is too short on a busy machine, and for tests that share a process. Only a hang ends a test. */
const PATIENT = { connectTimeoutMs: 180_000, hasTimeouts: false };

/** Opens the database at a store's `place`. */
export function openPlace(place: string, observe?: StatementObserver): Database {
  return place.startsWith('postgres:')
    ? openPostgresDatabase(place, { observe, ...PATIENT })
    : openEmbeddedDatabase(place, { observe });
}

let migratedMemory: Promise<Uint8Array> | null = null;

/** Returns the pages of a database in memory whose schema is up to date. They differ from those of a file, which is in WAL mode. */
async function migrateMemory(): Promise<Uint8Array> {
  const sqlite = new DatabaseSync(':memory:');
  const database = openEmbeddedDatabase(sqlite);
  await migrate(database);
  const pages = sqlite.serialize();
  await database.destroy();
  return pages;
}

/** Opens a SQLite database in memory whose schema is up to date. */
export async function openMemoryDatabase(): Promise<Database> {
  const sqlite = new DatabaseSync(':memory:');
  sqlite.deserialize(await (migratedMemory ??= migrateMemory()));
  return openEmbeddedDatabase(sqlite);
}

let migratedFile: Promise<Buffer> | null = null;

/** Returns the bytes of a SQLite file whose schema is up to date: copying it takes a tenth of the time of migrating a new one. */
async function migrateFile(): Promise<Buffer> {
  const folder = mkdtempSync(join(quickFolder(), 'causeway-database-'));
  const path = join(folder, DATABASE_FILE);
  const database = openPlace(path);
  await migrate(database);
  await database.destroy();
  const bytes = readFileSync(path);
  rmSync(folder, { recursive: true });
  return bytes;
}

/** Creates a store whose schema is up to date, or an empty one. */
export async function createStore(kind: DatabaseKind, { isEmpty = false } = {}): Promise<TestStore> {
  if (kind === 'PostgreSQL') {
    const url = await freshDatabase({ isEmpty });
    return { place: url, open: (observe) => openPlace(url, observe), remove: () => returnDatabase(url) };
  }
  const folder = mkdtempSync(join(quickFolder(), 'causeway-database-'));
  const path = join(folder, DATABASE_FILE);
  if (!isEmpty) writeFileSync(path, await (migratedFile ??= migrateFile()));
  return {
    place: path,
    open: (observe) => openPlace(path, observe),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}
