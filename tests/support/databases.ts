import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openEmbeddedDatabase, type Database, type StatementObserver } from '../../server/db/database.ts';
import { migrate } from '../../server/db/migrate.ts';
import { DATABASE_FILE } from '../../server/db/openDatabase.ts';
import { openPostgresDatabase } from '../../server/db/postgres.ts';
import { freshDatabase } from './postgres.ts';

/** The databases that a host supports. Tests that concern storage run on both. */
export const DATABASES = ['SQLite', 'PostgreSQL'] as const;
export type DatabaseKind = (typeof DATABASES)[number];

/** A database that several processes may open. */
export interface TestStore {
  /** The path of the SQLite file, or the URL of the PostgreSQL database. */
  readonly place: string;
  /** Opens one more connection, as another process does. */
  open(observe?: StatementObserver): Database;
  /** Removes the data. The caller destroys the connections that it opened. */
  remove(): void;
}

/** Opens the database at a store's `place`. */
export function openPlace(place: string, observe?: StatementObserver): Database {
  return place.startsWith('postgres:') ? openPostgresDatabase(place, { observe }) : openEmbeddedDatabase(place, observe);
}

/** Opens a SQLite database in memory whose schema is up to date. */
export async function openMemoryDatabase(): Promise<Database> {
  const database = openEmbeddedDatabase(':memory:');
  await migrate(database);
  return database;
}

/** Creates a store whose schema is up to date, or an empty one. */
export async function createStore(kind: DatabaseKind, { isEmpty = false } = {}): Promise<TestStore> {
  if (kind === 'PostgreSQL') {
    const url = await freshDatabase({ isEmpty });
    // The server and its databases are removed after the run.
    return { place: url, open: (observe) => openPlace(url, observe), remove: () => undefined };
  }
  const folder = mkdtempSync(join(tmpdir(), 'causeway-database-'));
  const path = join(folder, DATABASE_FILE);
  if (!isEmpty) {
    const database = openPlace(path);
    await migrate(database);
    await database.destroy();
  }
  return {
    place: path,
    open: (observe) => openPlace(path, observe),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}
