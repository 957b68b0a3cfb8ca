import { mkdtempSync, rmSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Pool } from 'pg';

const SECONDS = 3;
/** The size of a host's connection pool */
const CONNECTIONS = 10;

/** Returns how many rows SQLite commits per second, each in its own transaction that reaches the disk before the next. */
export function embeddedCommits(): number {
  const folder = mkdtempSync(join(tmpdir(), 'causeway-bench-'));
  const database = new DatabaseSync(join(folder, 'commits.sqlite'));
  try {
    database.exec('PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; CREATE TABLE rows (id INTEGER PRIMARY KEY, text TEXT)');
    const insert = database.prepare('INSERT INTO rows (text) VALUES (?)');
    const began = performance.now();
    let count = 0;
    while (performance.now() - began < SECONDS * 1_000) {
      insert.run('x'.repeat(500));
      count += 1;
    }
    return count / SECONDS;
  } finally {
    database.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Returns how many rows PostgreSQL commits per second, over as many connections as a host has. */
export async function postgresCommits(url: string): Promise<number> {
  const pool = new Pool({ connectionString: url, max: CONNECTIONS });
  try {
    await pool.query('CREATE TABLE rows (id BIGSERIAL PRIMARY KEY, text TEXT)');
    const began = performance.now();
    let count = 0;
    await Promise.all(
      Array.from({ length: CONNECTIONS }, async () => {
        while (performance.now() - began < SECONDS * 1_000) {
          await pool.query('INSERT INTO rows (text) VALUES ($1)', ['x'.repeat(500)]);
          count += 1;
        }
      }),
    );
    return count / SECONDS;
  } finally {
    await pool.end();
  }
}
