import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createStore, oneDatabase, type TestStore } from '../../tests/support/databases.ts';
import { createLogger } from '../common/log.ts';
import type { Database } from '../db/database.ts';
import { claimHost, HOST_ID_FILE } from './hostLease.ts';

/** Short, so that a test waits for the end of a lease */
const FOR_MS = 300;
const ELSEWHERE = JSON.stringify(['another-machine', 1, 'id']);

describe.each(oneDatabase(import.meta.filename))('the lease of a data directory on %s', (kind) => {
  let store: TestStore;
  let database: Database;
  let folder: string;
  let end: ReturnType<typeof vi.fn<() => void>>;
  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'lease-'));
    end = vi.fn<() => void>();
    store = await createStore(kind);
    database = store.open();
  });
  afterEach(async () => {
    await database.destroy();
    store.remove();
    rmSync(folder, { recursive: true, force: true });
  });

  const claim = (dataDirectory = folder) =>
    claimHost({ database, dataDirectory, log: createLogger('silent'), forMs: FOR_MS, end });
  const owners = async () => (await database.selectFrom('leases').select('owner').execute()).map(({ owner }) => owner);
  /** Makes another process the owner, as its own renewal would. */
  const giveTo = async (owner: string, forMs = FOR_MS): Promise<void> => {
    await database
      .updateTable('leases')
      .set({ owner, until: Date.now() + forMs })
      .execute();
  };

  test('refuses a second host while the first one works', async () => {
    const first = await claim();
    const stop = first.start();
    await expect(claim()).rejects.toThrow(
      `Process ${process.pid} on ${hostname()} works with DATA_DIR ${folder} or a copy of it`,
    );
    await stop();
    await first.release();
    await (await claim()).release();
    expect(await owners()).toEqual([]);
  });

  test('lets hosts with other directories share the database', async () => {
    const other = mkdtempSync(join(tmpdir(), 'lease-'));
    const leases = [await claim(), await claim(other)];
    expect(await owners()).toHaveLength(2);
    await Promise.all(leases.map((lease) => lease.release()));
    rmSync(other, { recursive: true });
  });

  test('follows a process of this machine that is gone without waiting', async () => {
    await claim();
    const { pid } = spawnSync(process.execPath, ['--version']);
    await giveTo(JSON.stringify([hostname(), pid, 'id']), 3_600_000);
    await claim();
    expect((await owners())[0]).toContain(String(process.pid));
  });

  test('waits for a process of another machine until it has not renewed its lease, whatever its clock says', async () => {
    await claim();
    await giveTo(ELSEWHERE, 3_600_000);
    await claim();
    expect((await owners())[0]).toContain(String(process.pid));
  });

  test('ends the process when another one has taken it over', async () => {
    const lease = await claim();
    await giveTo(ELSEWHERE, 3_600_000);
    const stop = lease.start();
    await vi.waitFor(() => expect(end).toHaveBeenCalledOnce());
    await stop();
    await lease.release();
    expect(await owners()).toEqual([ELSEWHERE]);
  });

  test('says what to do when the file is damaged', async () => {
    writeFileSync(join(folder, HOST_ID_FILE), 'me');
    await expect(claim()).rejects.toThrow('is damaged');
  });
});
