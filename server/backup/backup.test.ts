import { appendFileSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createLogger } from '../common/log.ts';
import { isoTime } from '../../contract/isoTime.ts';
import { createStore, DATABASES, type DatabaseKind, type TestStore } from '../../tests/support/databases.ts';
import { temporaryFolder } from '../../tests/support/temporaryFolder.ts';
import type { Database } from '../db/database.ts';
import { DATABASE_FILE } from '../db/openDatabase.ts';
import { nextCounterValue, writeCursor } from '../db/repositories/cursors.ts';
import { findHostSetting } from '../db/repositories/hostSettings.ts';
import { insertLedgerEntries, listJournal } from '../db/repositories/ledger.ts';
import { LAST_BACKUP } from '../health/storedState.ts';
import { post, transferLines } from '../payments/ledger.ts';
import { readArchive } from './archive.ts';
import { findBackupCommand, type BackupContext } from './backupCommands.ts';
import { readBackupKey } from './backupKey.ts';

const NOW = Date.parse('2026-11-27T03:00:00.000Z');

describe.each(DATABASES)('backup of %s', (kind: DatabaseKind) => {
  let store: TestStore;
  let database: Database;
  let keyFile: string;
  let context: BackupContext;

  beforeAll(async () => {
    store = await createStore(kind);
    database = store.open();
    await nextCounterValue(database, 'deposit_index', 71);
    await writeCursor(database, 'bitcoin', '840000', NOW);
    const lines = transferLines('CAPITAL', 'TREASURY', 'btc', '1.5');
    await post(database, { id: 'capital:0', kind: 'CAPITAL', at: NOW, lines });
  });
  afterAll(async () => {
    await database.destroy();
    store.remove();
  });
  beforeEach(async () => {
    const folder = temporaryFolder();
    keyFile = join(folder, 'key');
    const isPostgres = kind === 'PostgreSQL';
    const dataDirectory = isPostgres ? join(folder, 'data') : store.place.slice(0, -DATABASE_FILE.length - 1);
    mkdirSync(dataDirectory, { recursive: true });
    writeFileSync(join(folder, 'signing-key'), 'signing key');
    writeFileSync(join(folder, 'identity-key'), 'identity key');
    writeFileSync(join(dataDirectory, 'operator.json'), '{}');
    writeFileSync(join(dataDirectory, 'mark'), '17');
    writeFileSync(join(folder, 'seed'), 'the seed');
    const environment = {
      dataDirectory,
      databaseUrl: isPostgres ? store.place : null,
      databasePool: 2,
      signingKeyFile: join(folder, 'signing-key'),
      identityKeyFile: join(folder, 'identity-key'),
      seedFile: join(folder, 'seed'),
      backupRecipients: [] as string[],
    };
    context = { environment, networks: [], systemUser: 'root', log: createLogger('silent'), now: () => NOW };
    await run('backup-key', keyFile);
    const [, recipient = ''] = /public key: (age1\S+)/.exec(readFileSync(keyFile, 'utf8')) ?? [];
    environment.backupRecipients.push(recipient);
  });

  const run = async (...words: string[]): Promise<string | null> =>
    (await findBackupCommand(words)?.run(context, words.slice(1))) ?? null;
  const makeBackup = async (...words: string[]): Promise<string> => {
    const text = await run('backup', join(temporaryFolder(), 'backups'), ...words);
    return (text ?? '').split('\n')[0] ?? '';
  };
  const workFolders = () => readdirSync(context.environment.dataDirectory).filter((name) => name.startsWith('backup-work-'));
  const filesIn = async (path: string): Promise<Record<string, string>> => {
    const folder = temporaryFolder();
    await readArchive(path, await readBackupKey(keyFile), folder);
    return Object.fromEntries(readdirSync(folder).map((name) => [name, readFileSync(join(folder, name), 'latin1')]));
  };

  it('writes one encrypted file that its key opens, and leaves nothing else behind', async () => {
    const path = await makeBackup();
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(readdirSync(join(path, '..'))).toHaveLength(2);
    expect(readFileSync(path, 'latin1')).toMatch(/^age-encryption\.org\/v1\n/);
    expect(workFolders()).toEqual([]);
    expect(await run('backup', '--verify', path, '--key', keyFile)).toMatch(
      /^.* is a backup of 2026-11-27T03:00:00\.000Z .*\nIts \d ledger entries are complete/,
    );
    expect(workFolders()).toEqual([]);
  });

  it('contains database, keys and a manifest, but neither the seed nor the mark', async () => {
    const files = await filesIn(await makeBackup());
    const copy = kind === 'SQLite' ? 'causeway.sqlite' : 'causeway.pgdump';
    expect(Object.keys(files).toSorted()).toEqual([copy, 'identity-key', 'manifest.json', 'operator.json', 'signing-key']);
    expect(files['identity-key']).toBe('identity key');
    expect(JSON.parse(files['manifest.json'] ?? '')).toMatchObject({
      createdAt: '2026-11-27T03:00:00.000Z',
      database: kind === 'SQLite' ? 'sqlite' : 'postgres',
      depositIndex: 71,
      networks: [{ network: 'bitcoin', cursor: '840000' }],
      ledgerEntries: expect.any(Number) as number,
      hasSeed: false,
    });
  });

  it('contains the seed only on request', async () => {
    expect((await filesIn(await makeBackup('--with-seed')))['seed']).toBe('the seed');
  });

  it('stores the time of the backup for alerts and metrics', async () => {
    await database.deleteFrom('host_settings').execute();
    await makeBackup();
    expect(await findHostSetting(database, LAST_BACKUP)).toBe(isoTime(NOW));
  });

  it('fails and keeps no file when a journal of the copy does not sum to zero', async () => {
    const [line] = await listJournal(database, 'capital:0');
    if (!line) throw new Error('nothing is booked');
    await insertLedgerEntries(database, [{ ...line, journal_id: 'capital:1', amount: '0.1' }]);
    const folder = temporaryFolder();
    await expect(run('backup', folder)).rejects.toThrow(/capital:1 btc, which is out by 0\.1\./);
    expect(readdirSync(folder)).toEqual([]);
    expect(workFolders()).toEqual([]);
    await insertLedgerEntries(database, [{ ...line, journal_id: 'capital:1', line: 1, amount: '-0.1' }]);
    await makeBackup();
  });

  it('does not open with another key, when cut short, or when changed', async () => {
    const path = await makeBackup();
    const verify = async (key = keyFile) => await run('backup', '--verify', path, '--key', key);
    const otherKey = join(temporaryFolder(), 'other');
    await run('backup-key', otherKey);
    await expect(verify(otherKey)).rejects.toThrow(/can't be read/);
    const content = readFileSync(path);
    writeFileSync(path, content.subarray(0, content.length - 1));
    await expect(verify()).rejects.toThrow(/SHA-256 differs/);
    rmSync(`${path}.sha256`);
    await expect(verify()).rejects.toThrow(/can't be read/);
    writeFileSync(path, content);
    appendFileSync(path, 'x');
    await expect(verify()).rejects.toThrow(/can't be read/);
  });

  it('removes what a killed backup left a day ago, but not what runs now', async () => {
    const { dataDirectory } = context.environment;
    for (const name of ['backup-work-old', 'backup-work-new']) mkdirSync(join(dataDirectory, name));
    utimesSync(join(dataDirectory, 'backup-work-old'), NOW / 1_000 - 90_000, NOW / 1_000 - 90_000);
    utimesSync(join(dataDirectory, 'backup-work-new'), NOW / 1_000, NOW / 1_000);
    await makeBackup();
    expect(workFolders()).toEqual(['backup-work-new']);
    rmSync(join(dataDirectory, 'backup-work-new'), { recursive: true });
  });

  it('says what is missing: recipients, a database, a key', async () => {
    const { environment } = context;
    context.environment = { ...environment, backupRecipients: [] };
    await expect(run('backup')).rejects.toThrow(/Set BACKUP_RECIPIENTS/);
    context.environment = { ...environment, backupRecipients: [`age1${'q'.repeat(58)}`] };
    await expect(makeBackup()).rejects.toThrow(/is not a public key of age/);
    await expect(run('backup-key', keyFile)).rejects.toThrow(/exists/);
    await expect(run('backup', '--verify', 'missing', '--key', keyFile)).rejects.toThrow(/There is no backup missing/);
    await expect(run('backup', '--verify', 'missing', '--key', environment.signingKeyFile)).rejects.toThrow(/signing-key/);
    expect(await run('backup', '--verify', 'file')).toBeNull();
    expect(await run('backup', 'one', 'two')).toBeNull();
    expect(await run('backup', '--unknown')).toBeNull();
  });
});
