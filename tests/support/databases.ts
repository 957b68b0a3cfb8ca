import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openEmbeddedDatabase, type Database, type StatementObserver } from '../../server/db/database.ts';
import { migrate } from '../../server/db/migrate.ts';
import { DATABASE_FILE } from '../../server/db/openDatabase.ts';
import { openPostgresDatabase } from '../../server/db/postgres.ts';
import { freshDatabase } from './postgres.ts';

/** Both databases that a host can have: what holds of one holds of the other. */
export const DATABASES = ['SQLite', 'PostgreSQL'] as const;
export type DatabaseKind = (typeof DATABASES)[number];

/** A place for data that several processes may open. */
export interface TestStore {
  /** Of the file, or of the database on the server. */
  readonly place: string;
  /** As one more process sees it. */
  open(observe?: StatementObserver): Database;
  /** Removes the data; what was opened is destroyed by whoever opened it. */
  remove(): void;
}

/** By a store's `place`. */
export function openPlace(place: string, observe?: StatementObserver): Database {
  return place.startsWith('postgres:') ? openPostgresDatabase(place, { observe }) : openEmbeddedDatabase(place, observe);
}

/** A fresh store, its schema up to date unless it is to be empty. */
export async function createStore(kind: DatabaseKind, { isEmpty = false } = {}): Promise<TestStore> {
  if (kind === 'PostgreSQL') {
    const url = await freshDatabase({ isEmpty });
    // The server is thrown away after the run.
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
